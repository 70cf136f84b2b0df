import { defineStreamedFormRoute } from "#app/_server/streamed-form.ts";
import { addConnection } from "#lib/features/connections/changes.ts";
import { addSchema } from "#lib/features/connections/input.ts";

/** Checks what was typed, tells of each rung when it is climbed, and keeps the connection when that is wanted. */
export const POST = defineStreamedFormRoute({
  name: "connections.add",
  permission: "connection:manage",
  secretFields: ["secret"],
  input: addSchema,
  run: (input, actor, watch) => addConnection(actor, input, watch),
});
