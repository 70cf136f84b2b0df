import { defineRoute } from "#app/_server/route.ts";
import { streamForm } from "#app/_server/streamed-form.ts";
import { addConnection } from "#lib/features/connections/changes.ts";
import { addSchema } from "#lib/features/connections/input.ts";

/** Checks what was typed, tells of each rung when it is climbed, and keeps the connection when that is wanted. */
export const POST = defineRoute({
  name: "connections.add",
  permission: "connection:manage",
  run: (request, _params, actor) =>
    streamForm(
      {
        name: "connections.add",
        secretFields: ["secret"],
        input: addSchema,
        run: (input, watch) => addConnection(actor, input, watch),
      },
      request,
      actor,
    ),
});
