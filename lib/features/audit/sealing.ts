/**
 * Seals the rows that have no MAC of the installation's current secret: rows from before MACs existed, and rows from before the secret was
 * replaced. One further row with a MAC covers all rows before it, because its hash includes theirs.
 */
import { log } from "#lib/core/log/logger.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";

/** upgrade: from before MACs existed · rotation: the secret was replaced · asked: by whoever runs the installation. */
export type SealReason = "upgrade" | "rotation" | "asked";

/** Appends the row that seals all rows before it. Check the verification's result first: sealed rows count as genuine. */
export async function sealAudit(reason: SealReason): Promise<void> {
  await inTransaction((tx) =>
    recordAudit(tx, {
      actor: systemActor(),
      action: "audit.seal",
      objectType: "audit",
      objectId: "chain",
      after: { reason },
    }),
  );
}

/**
 * When a server process starts: seals an audit in which no row has a MAC. If only the newest rows have none, nothing is sealed: an earlier
 * version, or somebody else, wrote them, and the verification names the first of them.
 */
export async function sealEarlierRows(): Promise<void> {
  const db = getDb();
  const newest = await db.audit.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, mac: true } });
  if (newest === null || newest.mac !== null) return;
  if ((await db.audit.findFirst({ where: { mac: { not: null } }, select: { seq: true } })) !== null) {
    log.warn(
      "the newest rows of the audit are not sealed: an earlier version, or somebody else, wrote them",
      { newest: newest.seq.toString() },
    );
    return;
  }
  await sealAudit("upgrade");
  log.info("the audit's rows from before this version were sealed", { to: newest.seq.toString() });
}
