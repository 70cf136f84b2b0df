/**
 * Creates Clouds (docs/service "Create a Cloud"). The service offers neither undo nor idempotency, so a creation goes through the operation
 * journal: it is sent once, and a person settles what stays uncertain.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { parseInput } from "#lib/core/errors.ts";
import { requireInView } from "#lib/features/connections/policy.ts";
import { getConnectionRow } from "#lib/features/connections/queries.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation } from "#lib/features/operations/submitting.ts";
import { requireNewName } from "./equal-names.ts";
import { createCloudSchema, type CreateCloud } from "./schema.ts";
import { cloudSubmission } from "./operation.ts";

/**
 * Creates a Cloud of this name. The result is always an operation: DONE with `cloudId`, REFUSED, NOT_SENT, UNKNOWN …
 * @throws AppError VALIDATION when the service has a Cloud of this name and `again` does not confirm it; CONFLICT when a creation of the
 * same name is open, with a link to it; FORBIDDEN; NOT_FOUND.
 */
export async function createCloud(actor: Actor, input: CreateCloud) {
  requirePermission(actor, "cloud:create");
  const { key, connectionId, name, again } = parseInput(createCloudSchema, input);
  const connection = await getConnectionRow(connectionId);
  requireInView(connection);
  const submission = cloudSubmission(connection, key, name);
  const submitted = await submitOperation(actor, submission, (tx) => requireNewName(tx, submission, again));
  const operation = await runOperation(submitted.id);
  return { operation, cloudId: operation.result?.registryId ?? null };
}
