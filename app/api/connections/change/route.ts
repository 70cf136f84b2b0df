import { defineStreamedFormRoute } from "#app/_server/streamed-form.ts";
import { changeConnection } from "#lib/features/connections/changes.ts";
import { changeSchema } from "#lib/features/connections/input.ts";

/** The same for a connection that is there. */
export const POST = defineStreamedFormRoute({
  name: "connections.change",
  permission: "connection:manage",
  secretFields: ["secret"],
  input: changeSchema,
  run: (input, actor, watch) => changeConnection(actor, input, watch),
});
