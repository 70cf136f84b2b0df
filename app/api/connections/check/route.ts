import { z } from "zod";
import { defineStreamedFormRoute } from "#app/_server/streamed-form.ts";
import { checkConnection } from "#lib/features/connections/checking.ts";

/** Checks a connection as it is kept, and tells of each rung when it is climbed. */
export const POST = defineStreamedFormRoute({
  name: "connections.check",
  permission: "connection:check",
  input: z.object({ id: z.uuid() }),
  run: ({ id }, actor, watch) => checkConnection(actor, id, watch),
});
