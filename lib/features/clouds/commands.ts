/**
 * Creates clouds (docs/service "Create a Cloud"). The interface has no way to undo it and no idempotency, so it goes through the
 * operation journal: sent once, and what stays uncertain is settled by a person.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { parseInput } from "#lib/core/parse.ts";
import { requireInView } from "#lib/features/connections/policy.ts";
import { getConnectionRow } from "#lib/features/connections/queries.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation } from "#lib/features/operations/journal.ts";
import { needsNewKey } from "#lib/features/operations/rules/policy.ts";
import { requireNewName } from "./equal-names.ts";
import { createCloudSchema, type CloudResult, type CreateCloud } from "./schema.ts";
import { cloudSubmission } from "./submission.ts";

/**
 * Creates a cloud of this name. Its result is an operation in every case: DONE with `cloudId`, REFUSED, NOT_SENT, UNKNOWN …
 * @throws AppError VALIDATION when the service has a Cloud of this name and `again` does not say it; CONFLICT when a creation of the same name is open, with a link to it; FORBIDDEN; NOT_FOUND.
 */
export async function createCloud(actor: Actor, input: CreateCloud): Promise<CloudResult> {
  requirePermission(actor, "cloud:create");
  const { again, ...wanted } = parseInput(createCloudSchema, input);
  const { key, connectionId, name } = wanted;
  const connection = await getConnectionRow(connectionId);
  requireInView(connection);
  await requireNewName(wanted, again);
  const submitted = await submitOperation(actor, cloudSubmission(connection, key, name));
  const operation = await runOperation(submitted.id);
  return {
    operation,
    cloudId: operation.result?.registryId ?? null,
    needsNewKey: needsNewKey(operation),
  };
}
