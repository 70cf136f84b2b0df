import { defineStreamedFormRoute } from "#app/_server/streamed-form.ts";
import { replaceSecret } from "#lib/features/connections/changes.ts";
import { replaceSecretSchema } from "#lib/features/connections/input.ts";

/** Tries another secret, and tells of each rung when it is climbed. */
export const POST = defineStreamedFormRoute({
  name: "connections.replace-secret",
  permission: "connection:manage",
  secretFields: ["secret"],
  input: replaceSecretSchema,
  run: (input, actor, watch) => replaceSecret(actor, input, watch),
});
