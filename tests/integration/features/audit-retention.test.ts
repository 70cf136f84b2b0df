/** How long the audit is kept: rows behind an anchor are cut off, and only those that are old enough. */
import { describe, expect, test } from "vitest";
import { listAudit } from "#lib/features/audit/queries.ts";
import { cutAudit, getRetention, setRetention } from "#lib/features/audit/retention.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { useStatements, writeAuditThen } from "./audit-rows.ts";
import { usePortal } from "./portal.ts";

const portal = await usePortal();
const owner = await portal.actor("ADMINISTRATOR");
const sql = await useStatements(portal);

describe("the end of keeping", () => {
  test("nothing is cut until somebody says for how long it is kept", async () => {
    await writeAuditThen(owner, 900, ["a", "b", "c"]);
    await writeAuditThen(owner, 500, ["d", "e"]);
    await writeAuditThen(owner, 100, ["f"]);
    expect(await cutAudit()).toBe(0);
    expect(await getRetention(owner)).toMatchObject({ months: null, cutTo: null });
  });

  test("old rows go in pieces behind an anchor; the chain still holds, and the audit says so itself", async () => {
    await setRetention(owner, 12);
    expect(await cutAudit(2)).toBe(5);
    expect(await verifyAudit()).toMatchObject({ ok: true, cutTo: "5" });
    const { rows } = await listAudit(owner);
    const cuts = ["audit.cut", "audit.cut", "audit.cut"];
    expect(rows.map((row) => row.action)).toEqual([...cuts, "audit.keep", "cloud.create"]);
    expect(rows[0]).toMatchObject({ actorName: "Portico", after: { rows: 1, lastRow: "5" } });
    expect(await cutAudit(2)).toBe(0);
    expect(await getRetention(owner)).toMatchObject({ months: 12, cutTo: { seq: "5" } });
  });

  test("what stays is as unchangeable as before, and so are the anchors", async () => {
    for (const statement of [
      "delete from audit",
      "update audit_anchor set seq = 100",
      "delete from audit_anchor",
      "truncate audit_anchor",
      "insert into audit_anchor values (3, 'earlier', now())",
    ]) {
      await expect(sql(statement), statement).rejects.toThrow(/append-only|from its beginning/);
    }
    await sql("alter table audit disable trigger audit_append_only");
    await sql("delete from audit where seq = 6");
    expect(await verifyAudit()).toEqual({ ok: false, seq: "6", reason: "This row is missing." });
  });

  test("a chain that does not begin where the anchor says is found", async () => {
    await sql("alter table audit_anchor disable trigger audit_anchor_checked");
    await sql("update audit_anchor set seq = 6, hash = 'another' where seq = 5");
    expect(await verifyAudit()).toMatchObject({ ok: false, seq: "7" });
  });
});
