/** The audit's MACs and heads: a recomputed chain, a tail cut off, rows of an earlier version, and a secret that was replaced. */
import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { log } from "#lib/core/log/logger.ts";
import type { AuditOutcome } from "#lib/db/client.ts";
import { CHAIN_START, chainHash } from "#lib/audit/chain.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import {
  findHeads,
  readHead,
  startAuditHeads,
  writeHead,
  type AuditHead,
} from "#lib/features/audit/heads.ts";
import { sealAudit, sealEarlierRows } from "#lib/features/audit/sealing.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { until } from "#tests/support/until.ts";
import { useStatements, writeAudit } from "./audit-rows.ts";
import { usePortal } from "./portal.ts";

const portal = await usePortal();
const actor = await portal.actor("ADMINISTRATOR");
const sql = await useStatements(portal);
for (const trigger of ["audit_append_only", "audit_no_truncate"])
  await sql(`alter table audit disable trigger ${trigger}`);
await sql("alter table audit_anchor disable trigger audit_anchor_checked");
beforeEach(async () => {
  await write(10);
});
afterEach(async () => {
  await sql("truncate audit");
  await sql("delete from audit_anchor");
});

async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await writeAudit(actor, { objectId: String(n) });
}

async function headNow(): Promise<AuditHead> {
  const head = await readHead();
  if (head === null) throw new Error("The audit has no head.");
  return head;
}

/** Recomputes the hashes from this row on, as anybody can who may write to the database; MACs are left unchanged. */
async function chainAnew(from: bigint): Promise<void> {
  const rows = await portal.db.audit.findMany({ orderBy: { seq: "asc" } });
  let prevHash = rows.find(({ seq }) => seq === from - 1n)?.hash ?? CHAIN_START;
  for (const row of rows.filter(({ seq }) => seq >= from)) {
    const content = { ...row, before: row.before as JsonValue, after: row.after as JsonValue };
    const hash = chainHash(prevHash, { ...content, outcome: row.outcome satisfies AuditOutcome });
    await portal.db.audit.update({ where: { seq: row.seq }, data: { prevHash, hash } });
    prevHash = hash;
  }
}

test("a chain that somebody without the secret computed anew is found at the first row of it", async () => {
  await sql("update audit set actor_name = 'Nobody' where seq = 4");
  await chainAnew(4n);
  expect(await verifyAudit()).toEqual({
    ok: false,
    seq: "4",
    reason: "This row is not sealed with this installation’s secret.",
  });
  await write(2);
  expect(await verifyAudit()).toMatchObject({ ok: false, seq: "4" });
});

test("rows cut from the end are found with a head that was kept elsewhere, also when others took their numbers", async () => {
  const head = await headNow();
  expect(await verifyAudit(portal.db, [head])).toMatchObject({
    ok: true,
    heads: { fitting: 1, older: 0 },
    head: writeHead(head),
  });
  await sql("delete from audit where seq > 7");
  // The shorter chain is valid in itself; nothing in the database reveals the cut.
  expect(await verifyAudit()).toMatchObject({ ok: true, rows: 7 });
  expect(await verifyAudit(portal.db, [head])).toMatchObject({ ok: false, seq: "8" });
  await write(5);
  expect(await verifyAudit(portal.db, [head])).toEqual({
    ok: false,
    seq: "10",
    reason: "This row is not the one that the given head names.",
  });
});

test("rows cut from the beginning behind an anchor of somebody else's are found", async () => {
  await sql("insert into audit_anchor select seq, hash, now() from audit where seq = 6");
  await sql("delete from audit where seq <= 6");
  expect(await verifyAudit()).toMatchObject({ ok: false, seq: "6" });
});

test("rows of an earlier version are sealed once, stay as they are, and cannot be changed afterwards", async () => {
  await sql("update audit set mac = null");
  const before = await portal.db.audit.findMany({ orderBy: { seq: "asc" } });
  await sealEarlierRows();
  await sealEarlierRows();
  const after = await portal.db.audit.findMany({ orderBy: { seq: "asc" } });
  expect(after.slice(0, 10)).toEqual(before);
  expect(after.slice(10).map(({ action, after: detail }) => [action, detail])).toEqual([
    ["audit.seal", { reason: "upgrade" }],
  ]);
  expect(await verifyAudit()).toMatchObject({ ok: true, rows: 11, sealedTo: "10" });
  await sql("update audit set actor_name = 'Nobody' where seq = 4");
  await chainAnew(4n);
  // The row that represented everything before it no longer does.
  expect(await verifyAudit()).toMatchObject({ ok: false, seq: "1" });
});

test("rows without a MAC after rows that have one are not sealed by a start, and are named", async () => {
  await sql("update audit set mac = null where seq > 8");
  await sealEarlierRows();
  expect(await portal.db.audit.count()).toBe(10);
  expect(await verifyAudit()).toMatchObject({ ok: false, seq: "9" });
  // The operator of the installation has checked the rows.
  await sealAudit("asked");
  expect(await verifyAudit()).toMatchObject({ ok: true, sealedTo: "10" });
});

test("the log has the head at the start and at the end, and says when the row of the last one was taken away", async () => {
  const lines: string[] = [];
  const told = vi.spyOn(log, "info").mockImplementation((event, fields) => {
    lines.push(JSON.stringify({ event, ...fields }));
  });
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  try {
    const stop = startAuditHeads();
    await until("the head is in the log", () => findHeads(lines.join("\n")).length === 1);
    await write(2);
    await stop();
    expect(findHeads(lines.join("\n")).map(({ seq }) => seq)).toEqual([10n, 12n]);
    expect(await verifyAudit(portal.db, findHeads(lines.join("\n")))).toMatchObject({ ok: true });
    expect(warned).not.toHaveBeenCalled();
    const stopAgain = startAuditHeads();
    await until("the next head is in the log", () => lines.length === 3);
    await sql("delete from audit where seq > 11");
    await stopAgain();
    expect(warned.mock.calls.map(([event]) => event)).toEqual([
      expect.stringContaining("changed behind Portico's back"),
    ]);
  } finally {
    told.mockRestore();
    warned.mockRestore();
  }
});
