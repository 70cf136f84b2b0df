/**
 * The audit's head: number, hash and MAC of its newest row. Stored where the database's owner cannot change it (log, backups), it proves
 * later that no row was cut from the end and that no earlier row was rewritten.
 */
import { log } from "#lib/core/log/logger.ts";
import { getDb, type Db } from "#lib/db/client.ts";

export type AuditHead = { seq: bigint; hash: string; mac: string };

const HEAD = /(?<![0-9a-f])(\d{1,18}):([0-9a-f]{64}):([0-9a-f]{64})(?![0-9a-f])/g;
const INTERVAL_MS = 10 * 60_000;

/** The newest row's head; null if the audit has no rows, or if the newest row has no MAC (written by an earlier version). */
export async function readHead(db: Db = getDb()): Promise<AuditHead | null> {
  const newest = await db.audit.findFirst({
    orderBy: { seq: "desc" },
    select: { seq: true, hash: true, mac: true },
  });
  return newest === null || newest.mac === null ? null : { ...newest, mac: newest.mac };
}

/** `<number>:<hash>:<MAC>`, as written to the log and to backups. */
export function writeHead({ seq, hash, mac }: AuditHead): string {
  return `${String(seq)}:${hash}:${mac}`;
}

/** All heads found in a text, such as lines of the log. */
export function findHeads(text: string): AuditHead[] {
  return Array.from(text.matchAll(HEAD), ([, seq = "", hash = "", mac = ""]) => ({
    seq: BigInt(seq),
    hash,
    mac,
  }));
}

/**
 * Logs the head at once, then every ten minutes if it has changed, and at an orderly stop. Each time it checks the previous head: the log
 * says so if that row is missing or changed.
 * @returns stops it, with the last head
 */
export function startAuditHeads(): () => Promise<void> {
  let last: AuditHead | null = null;
  const tell = async (): Promise<void> => {
    try {
      if (last !== null) await warnUnlessThere(last);
      const head = await readHead();
      if (head !== null && head.hash !== last?.hash) log.info("audit head", { head: writeHead(head) });
      last = head;
    } catch (thrown) {
      log.error("the audit's head could not be written to the log", thrown);
    }
  };
  let running = tell();
  const timer = setInterval(() => {
    running = running.then(tell);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running.then(tell);
  };
}

async function warnUnlessThere(head: AuditHead): Promise<void> {
  const where = { seq: head.seq };
  const row = await getDb().audit.findUnique({ where, select: { hash: true, mac: true } });
  if (row?.hash === head.hash && row.mac === head.mac) return;
  if (row === null && (await getDb().auditAnchor.count({ where: { seq: { gte: head.seq } } })) > 0) return;
  log.warn("the audit was changed behind Portico's back: verify it with the heads in this log", {
    head: writeHead(head),
  });
}
