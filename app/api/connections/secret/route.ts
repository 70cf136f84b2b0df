import { defineRoute } from "#app/_server/route.ts";
import { streamForm } from "#app/_server/streamed-form.ts";
import { replaceSecret } from "#lib/features/connections/changes.ts";
import { replaceSecretSchema } from "#lib/features/connections/input.ts";

/** Tries another secret, and tells of each rung when it is climbed. */
export const POST = defineRoute({
  name: "connections.replace-secret",
  permission: "connection:manage",
  run: (request, _params, actor) =>
    streamForm(
      {
        name: "connections.replace-secret",
        secretFields: ["secret"],
        input: replaceSecretSchema,
        run: (input, watch) => replaceSecret(actor, input, watch),
      },
      request,
      actor,
    ),
});
