/**
 * Archives a connection with its Clouds, and restores it. Nothing is removed: Clouds, operations and audit rows stay. Open operations
 * prevent archiving.
 */
import { say } from "#lib/core/texts.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict } from "#lib/core/errors.ts";
import { ACTIVE_EXPORT_STATES } from "#lib/core/export-states.ts";
import { type Db, inTransaction } from "#lib/db/client.ts";
import { auditConnection, changedMeanwhile, requireChangeable, requireFree } from "./policy.ts";
import { getConnectionRow } from "./queries.ts";

type Seen = { id: string; version: number };

/** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (something is open, changed meanwhile, not changed by hand) */
export async function archiveConnection(actor: Actor, { id, version }: Seen): Promise<void> {
  requirePermission(actor, "connection:manage");
  await inTransaction(async (tx) => {
    // New operations reference the row and so wait for this transaction.
    await tx.$queryRaw`SELECT 1 FROM connection WHERE id = ${id}::uuid FOR UPDATE`;
    const row = await getConnectionRow(id, tx);
    requireChangeable(row, version);
    await requireNothingOpen(tx, id);
    const next = await tx.connection.update({
      where: { id },
      data: { archivedAt: now(), version: { increment: 1 } },
    });
    await auditConnection(tx, actor, "connection.archive", row, next);
  });
}

/** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (changed meanwhile, or its name is taken by now) */
export async function restoreConnection(actor: Actor, { id, version }: Seen): Promise<void> {
  requirePermission(actor, "connection:manage");
  await inTransaction(async (tx) => {
    const row = await getConnectionRow(id, tx);
    await requireFree(tx, id, row);
    const [next] = await tx.connection.updateManyAndReturn({
      where: { id, version, archivedAt: { not: null } },
      data: { archivedAt: null, version: { increment: 1 } },
    });
    if (next === undefined) throw changedMeanwhile(row.name);
    await auditConnection(tx, actor, "connection.restore", null, next);
  });
}

async function requireNothingOpen(tx: Db, id: string): Promise<void> {
  const operations = await tx.operation.count({ where: { connectionId: id, openKey: { not: null } } });
  if (operations > 0) {
    throw conflict(
      say(
        "{operations, plural, one {# operation is} other {# operations are}} still open on this connection. Nothing was archived. Settle or discard open operations first.",
        { operations },
      ),
      { details: { href: "/operations" } },
    );
  }
  const exports = await tx.exportRun.count({
    where: { state: { in: [...ACTIVE_EXPORT_STATES] }, project: { cloud: { connectionId: id } } },
  });
  if (exports === 0) return;
  throw conflict(
    say(
      "{exports, plural, one {# export is} other {# exports are}} still reading over this connection. Nothing was archived. Wait for running exports, or cancel them.",
      { exports },
    ),
    { details: { href: "/exports" } },
  );
}
