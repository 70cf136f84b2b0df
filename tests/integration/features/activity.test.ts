import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { recordAudit, toAuditActor } from "#lib/features/activity/commands.ts";
import { listActivity, verifyAudit } from "#lib/features/activity/queries.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { formKey, type Portal, startPortal } from "./portal.ts";

let portal: Portal;
let actor: Actor;
let sql: Client;

beforeAll(async () => {
  portal = await startPortal();
  actor = await portal.actor();
  sql = new Client({ connectionString: portal.service.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await portal.stop();
});

function write(objectId: string, after?: Record<string, string>): Promise<void> {
  return inTransaction((tx) =>
    recordAudit(tx, {
      actor: toAuditActor(actor),
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
    expect(await verifyAudit()).toEqual({ ok: true, rows: 40 });
    const { rows } = await listActivity(actor, { limit: 200 });
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 40 }, (_, n) => String(40 - n)));
  });

  test("a change that fails leaves no row, and no gap", async () => {
    await expect(
      inTransaction(async (tx) => {
        await recordAudit(tx, {
          actor: toAuditActor(actor),
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
    const { operation } = await createCloud(actor, {
      key: formKey(),
      connectionId: portal.connectionId,
      name: "In the audit",
    });
    const { rows } = await listActivity(actor, { objectType: "operation", objectId: operation.id });
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
    const { rows } = await listActivity(actor, { objectId: "redacted" });
    expect(JSON.stringify(rows)).not.toContain("qrstuvwxyz");
    expect(JSON.stringify(rows).length).toBeLessThan(2000);
    expect(await verifyAudit()).toMatchObject({ ok: true });
  });

  test("pages follow each other without a row twice or missing", async () => {
    const seen: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await listActivity(actor, { limit: 7, before });
      seen.push(...page.rows.map((row) => row.seq));
      if (page.next === null) break;
      before = page.next;
    }
    const count = await portal.db.audit.count();
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
  });

  test.each(["update audit set actor_name = 'Nobody'", "delete from audit", "truncate audit"])(
    "the database refuses: %s",
    async (statement) => {
      await expect(sql.query(statement)).rejects.toThrow(/append-only/);
    },
  );

  // Last: from here on the chain is broken.
  test("a row changed behind its back, and one removed, are named", async () => {
    await sql.query("alter table audit disable trigger audit_append_only");
    await sql.query(`update audit set after = '{"a":"2","z":"9"}' where seq = 17`);
    expect(await verifyAudit()).toEqual({
      ok: false,
      seq: "17",
      reason: "This row is not as it was written.",
    });
    await sql.query(`update audit set after = '{"a":"2","z":"1"}' where seq = 17`);
    expect(await verifyAudit()).toMatchObject({ ok: true });
    await sql.query("delete from audit where seq = 23");
    expect(await verifyAudit()).toEqual({ ok: false, seq: "23", reason: "This row is missing." });
  });
});
