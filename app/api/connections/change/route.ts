import { defineRoute } from "#app/_server/route.ts";
import { streamForm } from "#app/_server/streamed-form.ts";
import { changeConnection } from "#lib/features/connections/changes.ts";
import { changeSchema } from "#lib/features/connections/input.ts";

/** The same for a connection that is there. */
export const POST = defineRoute({
  name: "connections.change",
  permission: "connection:manage",
  run: (request, _params, actor) =>
    streamForm(
      {
        name: "connections.change",
        secretFields: ["secret"],
        input: changeSchema,
        run: (input, watch) => changeConnection(actor, input, watch),
      },
      request,
      actor,
    ),
});
