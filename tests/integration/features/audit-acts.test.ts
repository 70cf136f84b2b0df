/** The audit by acts: one line for each decision of a person, with its rows inside; no row is lost, and none is in two acts. */
import { describe, expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { newId, newReference } from "#lib/core/ids.ts";
import { listAuditActs, listNewActs, type AuditAct } from "#lib/features/audit/acts.ts";
import { listAudit } from "#lib/features/audit/queries.ts";
import type { AuditQuery } from "#lib/features/audit/schema.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { invitePerson, remindPerson } from "#lib/features/invitations/commands.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { allRows } from "#tests/support/pages.ts";
import { writeAudit } from "./audit-rows.ts";
import { formKey, usePortal } from "./portal.ts";

const portal = await usePortal();
const admin = await portal.actor("ADMINISTRATOR", "Ada Admin");

/** A request of the same person. */
const again = (): Actor => ({ ...admin, requestId: newReference() });

function readAll(query: AuditQuery = {}): Promise<AuditAct[]> {
  return allRows(async (before?: string) => {
    const { acts, next } = await listAuditActs(admin, { ...query, limit: 3, before });
    return { rows: acts, next };
  });
}

describe("the audit by acts", () => {
  test("a Cloud that is created is one line: what was recorded before sending and the answer are its steps", async () => {
    const actor = again();
    const name = `One line ${newId()}`;
    await createCloud(actor, portal.cloudForm(name));
    const acts = (await readAll()).filter(({ row }) => JSON.stringify(row.after).includes(name));
    expect(acts).toHaveLength(1);
    expect(acts[0]).toMatchObject({ reference: actor.requestId, outcome: "DONE", things: 1, rowCount: 2 });
    expect(acts[0]?.steps.map(({ outcome }) => outcome)).toEqual(["INTENDED", "DONE"]);
    // When the reference is searched for, both rows are shown separately.
    const { rows } = await listAudit(admin, { requestId: actor.requestId });
    expect(rows.map(({ outcome }) => outcome)).toEqual(["DONE", "INTENDED"]);
  });

  test("a change that is sent is one line: its intent and its outcome are one thing, which is done", async () => {
    const actor = again();
    const cloud = { action: "member.remove", objectType: "cloud", objectId: newId() } as const;
    for (const outcome of ["INTENDED", "DONE"] as const) await writeAudit(actor, { ...cloud, outcome });
    const failed = { ...cloud, objectId: newId() };
    for (const outcome of ["INTENDED", "FAILED"] as const) await writeAudit(actor, { ...failed, outcome });
    const mine = async (): Promise<AuditAct | undefined> =>
      (await readAll()).find(({ reference }) => reference === actor.requestId);
    expect(await mine()).toMatchObject({ outcome: "FAILED", things: 2, alike: 1, rowCount: 4 });
    for (const outcome of ["INTENDED", "DONE"] as const) await writeAudit(actor, { ...failed, outcome });
    expect(await mine()).toMatchObject({ outcome: "DONE", things: 2, alike: 2, rowCount: 6 });
  });

  test("a list of many is one line with how it ended, and says how many of them ended worst", async () => {
    const actor = again();
    await writeAudit(actor, { action: "invitation-list.start", objectId: newId() });
    const ids = Array.from({ length: 30 }, () => newId());
    const sending = { action: "invitation.send", objectType: "operation" } as const;
    for (const objectId of ids) await writeAudit(actor, { ...sending, objectId, outcome: "INTENDED" });
    for (const [n, objectId] of ids.entries())
      await writeAudit(again(), { ...sending, objectId, outcome: n < 2 ? "REFUSED" : "DONE" });
    const acts = (await readAll()).filter(({ reference }) => reference === actor.requestId);
    expect(acts).toHaveLength(1);
    const [act] = acts;
    expect(act).toMatchObject({ outcome: "REFUSED", alike: 2, things: 31, rowCount: 61 });
    expect(act?.row.action).toBe("invitation-list.start");
    expect(act?.steps).toHaveLength(20);
    const { rows } = await listAudit(admin, { requestId: actor.requestId, limit: 200 });
    expect(rows).toHaveLength(61);
    // When searched for, the act is one line as well.
    const asked = await readAll({ action: "invitation.send", outcome: "REFUSED" });
    expect(asked.filter(({ reference }) => reference === actor.requestId)).toHaveLength(1);
  });

  test("an email that is sent again to somebody who waits is a reminder in each of its rows; the first one is none", async () => {
    const { cloudId } = await portal.makeCloud(again(), `Waits ${newId()}`);
    const email = `mia.${newId()}@werft.example`;
    const sent = await invitePerson(again(), { key: formKey(), cloudId, email, role: 50 });
    const { operation } = await remindPerson(again(), {
      key: formKey(),
      invitationId: sent.invitationId ?? "",
      reason: "Phoned: the email was deleted.",
    });
    const told = async (operationId: string): Promise<string[]> => {
      const { rows } = await listAudit(admin, { objectId: operationId });
      return rows.map(({ after }) =>
        JSON.stringify(after).includes('"isReminder":true') ? "again" : "first",
      );
    };
    expect(await told(sent.operation.id)).toEqual(["first", "first"]);
    // The reason, what was recorded before sending, and the answer.
    expect(await told(operation.id)).toEqual(["again", "again", "again"]);
  });

  test("whoever settles an uncertain operation later does something of their own", async () => {
    const [actor, later] = [again(), { ...(await portal.actor("ADMINISTRATOR")), requestId: newReference() }];
    portal.proxy.inject("POST", /\/cloud$/, { kind: "resetAfter" });
    const name = `Settled ${newId()}`;
    const { operation } = await createCloud(actor, portal.cloudForm(name));
    expect(operation.state).toBe("UNKNOWN");
    await settleOperation(later, { id: operation.id, decision: "leave", note: "Asked the service." });
    const acts = (await readAll()).filter(({ steps }) =>
      steps.some((row) => row.operationId === operation.id),
    );
    expect(acts.map(({ row, outcome }) => [row.action, row.actorName, outcome])).toEqual([
      ["operation.settle", "Sanne Verbeek", "UNKNOWN"],
      ["cloud.create", "Ada Admin", "UNKNOWN"],
    ]);
  });

  test("every row is in one act, in pages, and the chain is what it was", async () => {
    const acts = await readAll();
    const places = acts.map(({ at }) => at.getTime());
    expect(new Set(acts.map(({ reference }) => reference)).size).toBe(acts.length);
    expect(places).toEqual([...places].sort((a, b) => b - a));
    const counted = acts.reduce((sum, { rowCount }) => sum + rowCount, 0);
    expect(counted).toBe(await portal.db.audit.count());
    expect(await verifyAudit()).toMatchObject({ ok: true, rows: counted });
    const news = await listNewActs({ ...admin, role: "VIEWER" }, 5);
    expect(news.map(({ reference }) => reference)).toEqual(
      acts.slice(0, 5).map(({ reference }) => reference),
    );
  });
});
