import { z } from "zod";
import { defineRoute } from "#app/_server/route.ts";
import { streamForm } from "#app/_server/streamed-form.ts";
import { checkConnection } from "#lib/features/connections/checking.ts";

/** Checks a connection as it is kept, and tells of each rung when it is climbed. */
export const POST = defineRoute({
  name: "connections.check",
  permission: "connection:check",
  run: (request, _params, actor) =>
    streamForm(
      {
        name: "connections.check",
        input: z.object({ id: z.uuid() }),
        run: ({ id }, watch) => checkConnection(actor, id, watch),
      },
      request,
      actor,
    ),
});
