/**
 * Seals what stands in the audit without a MAC of the installation's present secret: rows of a version before there were MACs, and rows
 * from before the secret was replaced. One further row, with a MAC, stands for all before it, because its hash covers theirs.
 */
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { systemActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";

/** upgrade: from before there were MACs · rotation: the secret was replaced · asked: by whoever runs the installation. */
export type SealReason = "upgrade" | "rotation" | "asked";

/** Appends the row that stands for all before it. Look at the verification's verdict first: what is sealed counts as it is. */
export async function sealAudit(reason: SealReason): Promise<void> {
  await inTransaction((tx) =>
    recordAudit(tx, {
      actor: systemActor(),
      action: "audit.seal",
      objectType: "audit",
      objectId: "chain",
      after: { reason },
      outcome: "DONE",
    }),
  );
}

/**
 * At the start of a server process: seals an audit in which no row has a MAC. One in which only the newest have none is left as it is:
 * an earlier version, or somebody else, wrote them, and the verification names the first.
 */
export async function sealEarlierRows(): Promise<void> {
  const db = getDb();
  const newest = await db.audit.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, mac: true } });
  if (newest === null || newest.mac !== null) return;
  if ((await db.audit.findFirst({ where: { mac: { not: null } }, select: { seq: true } })) !== null) {
    log.warn(
      "the newest rows of the audit are not sealed: an earlier version, or somebody else, wrote them",
      {
        newest: newest.seq.toString(),
      },
    );
    return;
  }
  await sealAudit("upgrade");
  log.info("the audit's rows from before this version were sealed", { to: newest.seq.toString() });
}
