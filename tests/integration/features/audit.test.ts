import { parse } from "csv-parse/sync";
import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { recordAudit } from "#lib/audit/record.ts";
import { makeAuditFile } from "#lib/features/audit/file.ts";
import { listAudit } from "#lib/features/audit/queries.ts";
import { getRetention, setRetention } from "#lib/features/audit/retention.ts";
import type { AuditEntry } from "#lib/audit/record.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { setClock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { inTransaction } from "#lib/db/client.ts";
import { startPortal } from "./portal.ts";

const portal = await startPortal();
const actor = await portal.actor("ADMINISTRATOR");
const sql = new Client({ connectionString: portal.service.databaseUrl });
await sql.connect();
afterAll(async () => {
  await sql.end();
  await portal.stop();
});

const DAY_MS = 24 * 60 * 60_000;

/** Writes rows as if it were `days` ago. */
async function writeThen(
  days: number,
  objectIds: readonly string[],
  more: Partial<AuditEntry> = {},
): Promise<void> {
  const restore = setClock(() => Date.now() - days * DAY_MS);
  try {
    for (const objectId of objectIds) {
      await inTransaction((tx) =>
        recordAudit(tx, {
          actor,
          action: "cloud.create",
          objectType: "cloud",
          outcome: "DONE",
          objectId,
          ...more,
        }),
      );
    }
  } finally {
    restore();
  }
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join("");
}

function write(objectId: string, after?: Record<string, string>): Promise<void> {
  return inTransaction((tx) =>
    recordAudit(tx, {
      actor,
      action: "cloud.create",
      objectType: "cloud",
      objectId,
      ...(after === undefined ? {} : { after }),
      outcome: "DONE",
    }),
  );
}

describe("the audit", () => {
  test("rows written at once form one chain without gaps", async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(`row ${String(n)}`, { z: "1", a: "2" })));
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
        await recordAudit(tx, {
          actor,
          action: "cloud.create",
          objectType: "cloud",
          objectId: "never",
          outcome: "DONE",
        });
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
    await write("redacted", {
      header: "Bearer abcdefghijklmnop.qrstuvwxyz",
      logo: `data:image/png;base64,${"A".repeat(100_000)}`,
    });
    const { rows } = await listAudit(actor, { objectId: "redacted" });
    expect(JSON.stringify(rows)).not.toContain("qrstuvwxyz");
    expect(JSON.stringify(rows).length).toBeLessThan(2000);
    expect(await verifyAudit()).toMatchObject({ ok: true });
  });

  test("pages follow each other without a row twice or missing", async () => {
    const seen: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await listAudit(actor, { limit: 7, before });
      seen.push(...page.rows.map((row) => row.seq));
      if (page.next === null) break;
      before = page.next;
    }
    const count = await portal.db.audit.count();
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
  });

  test("is asked by who, what, object, outcome, time and reference, alone and together", async () => {
    await writeThen(3, ["asked 1", "asked 2"], {
      action: "model.upload",
      objectType: "model",
      outcome: "FAILED",
    });
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
      await expect(listAudit({ ...actor, role })).rejects.toThrow(AppError);
      await expect(getRetention({ ...actor, role })).rejects.toThrow(AppError);
      await expect(setRetention({ ...actor, role }, 12)).rejects.toThrow(AppError);
      await expect(makeAuditFile({ ...actor, role }, {}, "csv")).rejects.toThrow(AppError);
    }
  });

  test("leaves as CSV and as JSON: every row of the filter once, nothing a spreadsheet would run", async () => {
    await write('=HYPERLINK("http://evil.example")', { a: 'quoted "twice", and\na line' });
    const rows = (await portal.db.audit.findMany({ orderBy: { seq: "asc" } })).map((row) => ({
      seq: row.seq.toString(),
      objectId: row.objectId,
    }));
    const csv = await makeAuditFile(actor, {}, "csv");
    const table = parse<Record<string, string>>(await textOf(csv.pieces), {
      bom: true,
      columns: true,
      delimiter: ";",
    });
    const programs = await textOf((await makeAuditFile(actor, {}, "csv", "programs")).pieces);
    expect(programs).toMatch(/^number,time,who,action,/);
    // The row that records the file is in the file.
    expect(table).toHaveLength(rows.length + 1);
    expect(table.map((row) => row["number"]).slice(0, -1)).toEqual(rows.map((row) => row.seq));
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
    await expect(sql.query(statement)).rejects.toThrow(/append-only|cannot be cut/);
  });

  // Last, because the chain is broken from here on.
  test("a row changed behind its back, and one removed, are named", async () => {
    await sql.query("alter table audit disable trigger audit_append_only");
    await sql.query(`update audit set after = '{"a":"2","z":"9"}' where seq = 17`);
    expect(await verifyAudit()).toEqual({
      ok: false,
      seq: "17",
      reason: "This row was changed.",
    });
    await sql.query(`update audit set after = '{"a":"2","z":"1"}' where seq = 17`);
    expect(await verifyAudit()).toMatchObject({ ok: true });
    await sql.query("delete from audit where seq = 23");
    expect(await verifyAudit()).toEqual({ ok: false, seq: "23", reason: "This row is missing." });
  });
});
