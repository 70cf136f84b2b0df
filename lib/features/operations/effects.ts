/**
 * What a settled operation changes, in the transaction that settles it. Only here do answers of creating calls become rows of the registry,
 * so that the replay after a crash does exactly the same.
 */
import type { Db, OperationModel } from "#lib/db/client.ts";
import { getJournal, rulesOf, type Change } from "./rules/kinds.ts";
import { UNCERTAIN_STATES } from "./rules/policy.ts";
import { contextSchema, type OperationContext } from "./rules/schema.ts";

/** Applies a change of state; returns the registry row that it created or touched. */
export async function applyEffect(tx: Db, operation: OperationModel, change: Change): Promise<string | null> {
  const context = contextSchema.parse(operation.context);
  const { onSettled } = getJournal();
  if (!UNCERTAIN_STATES.includes(change.state)) await onSettled(tx, operation);
  if (change.state === "DONE") await proveCloud(tx, context);
  return rulesOf(operation.kind).apply(tx, operation, context, change);
}

/** The service has done something in this Cloud, which proves a number that was only typed in. */
async function proveCloud(tx: Db, { cloudId }: OperationContext): Promise<void> {
  if (cloudId === undefined) return;
  await tx.cloud.updateMany({
    where: { id: cloudId, unverifiedSince: { not: null } },
    data: { unverifiedSince: null },
  });
}

/** What the audit says of an operation beside its title, by its kind. */
export function auditDetailOf({ kind, context }: OperationModel): Readonly<Record<string, true>> {
  return rulesOf(kind).auditDetail?.(contextSchema.parse(context)) ?? {};
}
