import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { recordAudit, type AuditEntry } from "#lib/audit/record.ts";
import { makeAuditFile } from "#lib/features/audit/file.ts";
import { listAudit } from "#lib/features/audit/queries.ts";
import { getRetention, setRetention } from "#lib/features/audit/retention.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { inTransaction } from "#lib/db/client.ts";
import { atOnce } from "#tests/support/at-once.ts";
import { allRows } from "#tests/support/pages.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { DAY_MS, useStatements, writeAudit, writeAuditThen } from "./audit-rows.ts";
import { usePortal } from "./portal.ts";

const portal = await usePortal();
const actor = await portal.actor("ADMINISTRATOR");
const sql = await useStatements(portal);

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join("");
}

const write = (objectId: string, more: Partial<AuditEntry> = {}): Promise<void> =>
  writeAudit(actor, { ...more, objectId });

describe("the audit", () => {
  test("rows written at once form one chain without gaps", async () => {
    const writeRow = (n: number): Promise<void> => write(`row ${String(n)}`, { after: { z: "1", a: "2" } });
    const written = await atOnce(40, writeRow);
    expect(await portal.db.audit.count()).toBe(written.length);
    for (let n = written.length; n < 40; n += 1) await writeRow(n);
    expect(await verifyAudit()).toEqual({
      ok: true,
      rows: 40,
      cutTo: "0",
      head: expect.stringMatching(/^40:[0-9a-f]{64}:[0-9a-f]{64}$/) as string,
    });
    const { rows } = await listAudit(actor, { limit: 200 });
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 40 }, (_, n) => String(40 - n)));
  });

  test("a change that fails leaves no row, and no gap", async () => {
    await expect(
      inTransaction(async (tx) => {
        const cloud = { action: "cloud.create", objectType: "cloud", objectId: "never" } as const;
        await recordAudit(tx, { actor, ...cloud, outcome: "DONE" });
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    await write("after the failure");
    expect(await verifyAudit()).toMatchObject({ ok: true });
  });

  test("every change of a cloud's creation is in it, with who and the reference", async () => {
    const { operation } = await createCloud(actor, portal.cloudForm("In the audit"));
    const { rows } = await listAudit(actor, { objectType: "operation", objectId: operation.id });
    expect(rows.map((row) => [row.action, row.outcome, row.actorName])).toEqual([
      ["cloud.create", "DONE", "Sanne Verbeek"],
      ["cloud.create", "INTENDED", "Sanne Verbeek"],
    ]);
    expect(rows[1]?.requestId).toBe(actor.requestId);
  });

  test("secrets and inline images do not get in", async () => {
    const logo = `data:image/png;base64,${"A".repeat(100_000)}`;
    await write("redacted", { after: { header: "Bearer abcdefghijklmnop.qrstuvwxyz", logo } });
    const { rows } = await listAudit(actor, { objectId: "redacted" });
    expect(JSON.stringify(rows)).not.toContain("qrstuvwxyz");
    expect(JSON.stringify(rows).length).toBeLessThan(2000);
    expect(await verifyAudit()).toMatchObject({ ok: true });
  });

  test("pages follow each other without a row twice or missing", async () => {
    const rows = await allRows((before?: string) => listAudit(actor, { limit: 7, before }));
    const seen = rows.map((row) => row.seq);
    const count = await portal.db.audit.count();
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
  });

  test("is asked by who, what, object, outcome, time and reference, alone and together", async () => {
    const failed = { action: "model.upload", objectType: "model", outcome: "FAILED" } as const;
    await writeAuditThen(actor, 3, ["asked 1", "asked 2"], failed);
    const ids = async (query: Parameters<typeof listAudit>[1]): Promise<string[]> =>
      (await listAudit(actor, query)).rows.map((row) => row.objectId);
    const both = ["asked 2", "asked 1"];
    expect(await ids({ action: "model.upload" })).toEqual(both);
    expect(await ids({ outcome: "FAILED", objectType: "model" })).toEqual(both);
    expect(await ids({ objectId: "asked 1" })).toEqual(["asked 1"]);
    expect(await ids({ actorId: actor.staffId, action: "model.upload" })).toEqual(both);
    expect(await ids({ actorId: "portico", action: "model.upload" })).toEqual([]);
    expect(await ids({ requestId: actor.requestId, action: "model.upload" })).toEqual(both);
    expect(await ids({ requestId: "nothing" })).toEqual([]);
    const then = Date.now() - 3 * DAY_MS;
    const hours = (n: number): Date => new Date(then + n * 3_600_000);
    expect(await ids({ from: hours(-1), to: hours(1) })).toEqual(both);
    expect(await ids({ from: hours(1), to: hours(2) })).toEqual([]);
    expect(await ids({ from: hours(-2), to: hours(-1) })).toEqual([]);
    expect(await ids({ to: hours(1) })).toEqual(both);
  });

  test("is whole for administrators alone", async () => {
    for (const role of ["VIEWER", "OPERATOR"] as const) {
      expect(await codeOf(listAudit({ ...actor, role }))).toBe("FORBIDDEN");
      expect(await codeOf(getRetention({ ...actor, role }))).toBe("FORBIDDEN");
      expect(await codeOf(setRetention({ ...actor, role }, 12))).toBe("FORBIDDEN");
      expect(await codeOf(makeAuditFile({ ...actor, role }, {}, "csv"))).toBe("FORBIDDEN");
    }
  });

  test("leaves as CSV and as JSON: every row of the filter once, nothing a spreadsheet would run", async () => {
    await write('=HYPERLINK("http://evil.example")', { after: { a: 'quoted "twice", and\na line' } });
    const rows = await portal.db.audit.findMany({ orderBy: { seq: "asc" } });
    const csv = await makeAuditFile(actor, {}, "csv");
    const form = { bom: true, columns: true, delimiter: ";" } as const;
    const table = parse<Record<string, string>>(await textOf(csv.pieces), form);
    const programs = await textOf((await makeAuditFile(actor, {}, "csv", "programs")).pieces);
    expect(programs).toMatch(/^number,time,who,action,/);
    // The row that records the file is in the file.
    expect(table).toHaveLength(rows.length + 1);
    expect(table.map((row) => row["number"]).slice(0, -1)).toEqual(rows.map((row) => String(row.seq)));
    expect(table.at(-2)?.["object"]).toBe('\'=HYPERLINK("http://evil.example")');
    expect(JSON.parse(table.at(-2)?.["after"] ?? "")).toEqual({ a: 'quoted "twice", and\na line' });
    expect(table.at(-1)?.["action"]).toBe("audit.export");
    const json = await makeAuditFile(actor, { objectType: "model" }, "json");
    const parsed = JSON.parse(await textOf(json.pieces)) as { objectId: string }[];
    expect(parsed.map((row) => row.objectId)).toEqual(["asked 1", "asked 2"]);
    const none = await makeAuditFile(actor, { objectId: "nothing at all" }, "json");
    expect(JSON.parse(await textOf(none.pieces))).toEqual([]);
  });

  test.each([
    "update audit set actor_name = 'Nobody'",
    "delete from audit",
    "delete from audit where seq = 1",
    "truncate audit",
    // An anchor would let everything be removed, so it must name an existing, old row, and never the newest.
    "insert into audit_anchor values (1, 'not its hash', now())",
    "insert into audit_anchor select seq, hash, now() from audit where seq = 5",
    "insert into audit_anchor select seq, hash, now() from audit order by seq desc limit 1",
  ])("the database refuses the application's own account: %s", async (statement) => {
    await expect(sql(statement)).rejects.toThrow(/append-only|cannot be cut/);
  });

  // Last, because the chain is broken from here on.
  test("a row changed behind its back, and one removed, are named", async () => {
    await sql("alter table audit disable trigger audit_append_only");
    await sql(`update audit set after = '{"a":"2","z":"9"}' where seq = 17`);
    expect(await verifyAudit()).toEqual({ ok: false, seq: "17", reason: "This row was changed." });
    await sql(`update audit set after = '{"a":"2","z":"1"}' where seq = 17`);
    expect(await verifyAudit()).toMatchObject({ ok: true });
    await sql("delete from audit where seq = 23");
    expect(await verifyAudit()).toEqual({ ok: false, seq: "23", reason: "This row is missing." });
  });
});
