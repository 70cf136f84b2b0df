/** Forms that are open while their person's role changes: what they send is refused at the write, and nothing is sent out. */
import { expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { StaffRole } from "#lib/db/client.ts";
import { setRetention } from "#lib/features/audit/retention.ts";
import { archiveCloud } from "#lib/features/clouds/archive.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { archiveConnection } from "#lib/features/connections/archive.ts";
import { prepareList } from "#lib/features/invitations/lists/drafts.ts";
import { correctRow, includeRow } from "#lib/features/invitations/lists/editing.ts";
import { chooseStep } from "#lib/features/plans/drafts.ts";
import { prepareProjectList } from "#lib/features/projects/lists/drafts.ts";
import { chooseRow, correctRow as correctProject } from "#lib/features/projects/lists/editing.ts";
import {
  changeStaffRole,
  disableStaff,
  enableStaff,
  setSecondFactorRule,
} from "#lib/features/staff/commands.ts";
import { registerApplication } from "#lib/service/operator/commands.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import { formKey, usePortal } from "./portal.ts";

const DISABLED = "UNAUTHENTICATED: Your account was disabled meanwhile. Nothing was done.";

const portal = await usePortal();
const admin = await portal.actor("ADMINISTRATOR");

/** The code of the refusal and the words that the person reads. */
async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (thrown) {
    if (thrown instanceof AppError) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
  return "none";
}

type Writes = Record<string, (actor: Actor) => Promise<unknown>>;

/** Each is tried by somebody of this role who is a viewer by then: it is refused in these words, and no row of the audit is theirs. */
async function expectRefused(role: StaffRole, writes: Writes, words: RegExp): Promise<void> {
  for (const [name, write] of Object.entries(writes)) {
    const person = await portal.actor(role);
    await changeStaffRole(admin, person.staffId, "VIEWER");
    expect(await refusalOf(write(person)), name).toMatch(words);
    expect(await portal.db.audit.count({ where: { actorId: person.staffId } }), name).toBe(0);
  }
}

test("nothing is written down or sent for somebody who was disabled, or has another role, by then", async () => {
  const [disabled, demoted] = [await portal.actor("OPERATOR"), await portal.actor("OPERATOR")];
  // The actor with which the requests of their open forms were admitted.
  const submit = (actor: Actor, name: string): Promise<string> =>
    refusalOf(createCloud(actor, portal.cloudForm(name)));
  await disableStaff(admin, disabled.staffId);
  await changeStaffRole(admin, demoted.staffId, "VIEWER");
  expect(await submit(disabled, "Noord")).toBe(DISABLED);
  expect(await submit(demoted, "Zuid")).toBe(
    "FORBIDDEN: Your role was changed meanwhile. Nothing was done. Sign in again.",
  );
  expect(portal.proxy.received).toEqual([]);
  expect(await portal.db.operation.count()).toBe(0);
  await enableStaff(admin, disabled.staffId);
  expect(await submit(disabled, "Noord")).toBe("none");
  expect(portal.proxy.received.some(({ method }) => method === "POST")).toBe(true);
});

test("what is changed here is undone with the role: no row, no audit, for somebody who has another one by then", async () => {
  const { cloudId } = await portal.makeCloud(admin, "Oost");
  const connection = await portal.db.connection.findUniqueOrThrow({ where: { id: portal.connectionId } });
  const application = {
    name: "Drawing room",
    clientId: "drawing-room",
    scopes: ["cloud:manage" as const],
    redirectRules: [],
    cloudsMax: null,
    storageGigabytes: null,
  };
  const writes: Writes = {
    "archive a Cloud": (actor) => archiveCloud(actor, cloudId),
    "keep the audit for two years": (actor) => setRetention(actor, 24),
    "archive a connection": (actor) => archiveConnection(actor, connection),
    "register an application": (actor) => registerApplication(staffOperator(actor), application),
    "change the rule for second factors": (actor) => setSecondFactorRule(actor, "VIEWER", true),
  };
  await expectRefused("ADMINISTRATOR", writes, /^FORBIDDEN: /);
  expect(await portal.db.cloud.count({ where: { id: cloudId, archivedAt: null } })).toBe(1);
  expect(await portal.db.auditRetention.count({ where: { months: 24 } })).toBe(0);
  expect(await portal.db.connection.count({ where: { id: connection.id, archivedAt: null } })).toBe(1);
  expect(await portal.db.serviceApplication.count({ where: { clientId: application.clientId } })).toBe(0);
});

test("a list, its rows and a plan's steps are not changed by somebody who has another role by then", async () => {
  const { cloudId } = await portal.makeCloud(admin, "Haven");
  const list = (actor: Actor): Promise<string> =>
    prepareList(actor, { key: formKey(), cloudId, role: "50", addresses: "draft@example.org" });
  const runId = await list(admin);
  const row = await portal.db.invitationRunRow.findFirstOrThrow({ where: { runId } });
  const listId = await prepareProjectList(admin, { key: formKey(), cloudId, text: "Listed" });
  const listed = await portal.db.projectListRow.findFirstOrThrow({ where: { listId } });
  const writes: Writes = {
    "prepare a list": list,
    "correct a row": (actor) => correctRow(actor, { rowId: row.id, address: "other@example.org" }),
    "leave a row out": (actor) => includeRow(actor, { rowId: row.id, isIncluded: false }),
    "choose a project of a list": (actor) => chooseRow(actor, { rowId: listed.id, isIncluded: false }),
    "correct a project of a list": (actor) =>
      correctProject(actor, { rowId: listed.id, name: "Other", status: "A" }),
    "choose a step of a plan": (actor) => chooseStep(actor, { stepId: newId(), isIncluded: true }),
  };
  await expectRefused("OPERATOR", writes, /^FORBIDDEN: Your role was changed meanwhile/);
  expect(await portal.db.invitationRun.count({ where: { cloudId } })).toBe(1);
  expect(await portal.db.invitationRunRow.findUniqueOrThrow({ where: { id: row.id } })).toEqual(row);
  expect(await portal.db.projectListRow.findUniqueOrThrow({ where: { id: listed.id } })).toEqual(listed);
});

test("a change of role waits for a write that is under way, and never lets it pass unseen", async () => {
  for (let n = 0; n < 5; n += 1) {
    const person = await portal.actor("OPERATOR");
    const [outcome] = await Promise.all([
      refusalOf(createCloud(person, portal.cloudForm(`West ${String(n)}`))),
      disableStaff(admin, person.staffId),
    ]);
    const rows = await portal.audited({
      OR: [{ actorId: person.staffId, outcome: "INTENDED" }, { objectId: person.staffId }],
    });
    const intended = outcome === "none" ? ["cloud.create"] : [];
    expect(["none", DISABLED]).toContain(outcome);
    expect(rows.map(({ action }) => action)).toEqual([...intended, "staff.disable"]);
  }
});
