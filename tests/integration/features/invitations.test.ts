import { Client } from "pg";
import { describe, expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import {
  cancelInvitation,
  invitePerson,
  refreshPeople,
  remindPerson,
} from "#lib/features/invitations/commands.ts";
import { listInvitations, type InvitationView } from "#lib/features/invitations/queries.ts";
import { listPeople } from "#lib/features/people/queries.ts";
import { rememberCapability } from "#lib/features/connections/capabilities.ts";
import { findRoleRefusals } from "#lib/features/connections/role-refusals.ts";
import { sendOperation } from "#lib/features/operations/commands.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer, carried } from "#tests/support/fault-answers.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { until } from "#tests/support/until.ts";
import { formKey, usePortal } from "./portal.ts";

let aheadMs = 0;
const moveClock = useMovedClock();

const portal = await usePortal();
const sanne = await portal.actor();
const pieter = await portal.actor("OPERATOR", "Pieter de Groot");
const { cloudId, number: cloudServiceId } = await portal.makeCloud(sanne, "Kanaalzone Noord");

const INVITE = /\/invitation$/;
const SECOND = "The person was invited before and gets a second email.";
const BAD_ADDRESS = answer(400, '{"email":["Enter a valid email address."]}');

/** Reads the lists of the service after their last reading has become old. */
function refreshLater(): ReturnType<typeof refreshPeople> {
  moveClock((aheadMs += 6_000));
  return refreshPeople(sanne, { cloudId });
}

function invite(
  email: string,
  more: { again?: boolean; role?: 50 | 100; by?: Actor } = {},
): ReturnType<typeof invitePerson> {
  const { by = sanne, ...rest } = more;
  // Another email this soon after the first one needs a reason.
  const reason = rest.again === true ? "The person lost the first mail." : "";
  return invitePerson(by, { key: formKey(), cloudId, email, reason, ...rest });
}

async function find(email: string): Promise<InvitationView> {
  const { rows } = await listInvitations(sanne, { cloudId, search: email });
  const [row] = rows;
  if (row === undefined) throw new Error(`no invitation of ${email}`);
  return row;
}

/** What the person would do on the platform. */
async function decide(email: string, state: "A" | "D"): Promise<void> {
  const { db } = portal.service;
  await db.serviceInvitation.updateMany({ where: { address: email }, data: { state } });
  if (state === "A") await portal.joinCloud(cloudServiceId, email, 100);
}

function countAtService(address: string): Promise<number> {
  return portal.service.db.serviceInvitation.count({ where: { address } });
}

const mails = (): number => portal.proxy.countCarriedOut("POST", INVITE);

describe("inviting", () => {
  test("sends the platform's address of the cloud and the role of a user unless another is chosen, and waits", async () => {
    const { operation, invitationId } = await invite(" Ria.Bakker@Bouwgroep-Oost.NL ");
    expect(operation.state).toBe("DONE");
    const redirectUri = `https://platform.bouwdata.example/cloud/${String(cloudServiceId)}`;
    const row = await portal.db.operation.findUniqueOrThrow({ where: { id: operation.id } });
    expect(row.body).toEqual({ email: "Ria.Bakker@bouwgroep-oost.nl", redirect_uri: redirectUri, role: 50 });
    expect(await find("ria.bakker@bouwgroep-oost.nl")).toMatchObject({
      id: invitationId,
      state: "WAITING",
      email: "Ria.Bakker@bouwgroep-oost.nl",
      role: 50,
      mailsAsked: 1,
      invitedByName: "Sanne Verbeek",
      evidence: expect.stringContaining("Whether the email arrived is not known"),
    });
    const kept = await portal.db.invitation.findUniqueOrThrow({ where: { id: invitationId ?? "" } });
    expect(kept.redirectUri).toBe(redirectUri);
    const sent = await portal.service.db.serviceInvitation.findFirstOrThrow({
      where: { address: "ria.bakker@bouwgroep-oost.nl" },
    });
    expect(sent.redirectUri).toBe(redirectUri);
  });

  test("a chosen role is sent", async () => {
    const { operation } = await invite("administrator.role@example.org", { role: 100 });
    const row = await portal.db.operation.findUniqueOrThrow({ where: { id: operation.id } });
    expect(row.body).toMatchObject({ role: 100 });
    expect(await find("administrator.role@example.org")).toMatchObject({ role: 100 });
  });

  test("the service's default is offered where the service refused a role, and nowhere else", async () => {
    const { connectionId } = portal;
    expect([...(await findRoleRefusals(sanne, [connectionId]))]).toEqual([]);
    portal.proxy.inject("POST", INVITE, BAD_ADDRESS);
    await invite("refused.address@example.org");
    expect([...(await findRoleRefusals(sanne))]).toEqual([]);
    portal.proxy.inject("POST", INVITE, answer(400, '{"role":["Unknown field."]}'));
    await invite("refused.role@example.org");
    expect([...(await findRoleRefusals(sanne))]).toEqual([connectionId]);
    expect([...(await findRoleRefusals(sanne, [newId()]))]).toEqual([]);
  });

  test("somebody who waits gets another mail only on explicit wish, and is one record; the refusal says at once what another mail needs", async () => {
    await invite("m.dejong@example.org");
    await expect(invite("M.DeJong@example.org", { by: pieter })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("has not answered yet. Nothing was sent"),
      details: {
        fieldErrors: { again: [SECOND], reason: [expect.stringContaining("within the last 24 hours")] },
      },
    });
    expect(mails()).toBe(1);
    const row = await find("m.dejong@example.org");
    const reason = "Phoned: the mail was deleted.";
    const reminded = await remindPerson(pieter, { key: formKey(), invitationId: row.id, reason });
    expect(reminded).toMatchObject({ invitationId: row.id, operation: { state: "DONE" } });
    expect(mails()).toBe(2);
    expect(await find("m.dejong@example.org")).toMatchObject({ state: "WAITING", mailsAsked: 2 });
    expect(await countAtService("m.dejong@example.org")).toBe(1);

    const { invitation } = portal.db;
    const where = { id: row.id };
    await invitation.update({ where, data: { lastMailAt: new Date(Date.now() - 25 * 3_600_000) } });
    const dayLater: unknown = await invite("m.dejong@example.org").catch((thrown: unknown) => thrown);
    expect(dayLater).toHaveProperty("details.fieldErrors", { again: [SECOND] });
    await invitation.update({ where, data: { mailsAsked: 6 } });
    const atTheEnd: unknown = await invite("m.dejong@example.org").catch((thrown: unknown) => thrown);
    expect(atTheEnd).toMatchObject({ message: expect.stringContaining("already got 6 emails, the maximum") });
    expect(atTheEnd).not.toHaveProperty("details.fieldErrors");
  });

  test("two staff invite one person at once: one mail", async () => {
    const results = await Promise.allSettled([
      invite("both@example.org"),
      invite("both@example.org", { by: pieter }),
      invite("BOTH@example.org", { by: pieter }),
    ]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(mails()).toBe(1);
  });

  test("whoever invites a person while another's invitation is being settled does not stop that settlement", async () => {
    const sql = new Client({ connectionString: portal.service.databaseUrl });
    await sql.connect();
    // The number of a table names another one, or the same of a copy, in the other databases of this server.
    const bothWait = (): Promise<true> =>
      until("both wait for the table", async () => {
        const { rows } = await sql.query<{ count: number }>(
          `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = 'operation'::regclass
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rows[0]?.count === 2;
      });
    // Which of the two goes on first is PostgreSQL's choice.
    for (let round = 1; round <= 10; round += 1) {
      const email = `settled.${String(round)}@example.org`;
      const settled = Promise.withResolvers<undefined>();
      portal.proxy.inject("POST", INVITE, { kind: "hold", until: settled.promise });
      const first = invite(email);
      await until("the service has answered the first", () => mails() === round);
      await sql.query("BEGIN; LOCK TABLE operation IN SHARE MODE");
      // Both set out at once, because each waits for the table only as long as a lock may take.
      const second = invite(email, { by: pieter }).catch((thrown: unknown) => thrown);
      settled.resolve(undefined);
      await bothWait();
      await sql.query("COMMIT");
      expect((await first).operation).toMatchObject({ state: "DONE" });
      expect(await second).toMatchObject({ code: "CONFLICT" });
    }
    await sql.end();
  });

  test.each([
    "",
    "nobody",
    "a b@example.org",
    '"e@evil"@example.org',
    "e@evil＠example.org",
    "a@example.org\r\nBcc: b@example.org",
  ])("the address %j is refused before sending", async (email) => {
    expect(await codeOf(invite(email))).toBe("VALIDATION");
    expect(mails()).toBe(0);
  });

  test("a member: nothing is sent by the portal, and the service's refusal is no error", async () => {
    await invite("member@example.org");
    await decide("member@example.org", "A");
    // The service knows already; the portal does not.
    const { operation } = await invite("member@example.org", { again: true });
    expect(operation).toMatchObject({ state: "ALREADY" });
    expect(await find("member@example.org")).toMatchObject({
      state: "JOINED",
      evidence: expect.stringContaining("rights stay the same"),
    });
    await expect(invite("member@example.org", { again: true })).rejects.toThrow(
      /has already joined this Cloud/,
    );
  });

  test("a refusal keeps the service's words; a further mail refused leaves the waiting one waiting", async () => {
    portal.proxy.inject("POST", INVITE, BAD_ADDRESS);
    await invite("t.brandt@example.org");
    expect(await find("t.brandt@example.org")).toMatchObject({
      state: "REFUSED",
      evidence: expect.stringContaining("Enter a valid email address."),
    });
    await invite("waits@example.org");
    portal.proxy.inject("POST", INVITE, BAD_ADDRESS);
    await invite("waits@example.org", { again: true });
    expect(await find("waits@example.org")).toMatchObject({
      state: "WAITING",
      mailsAsked: 1,
      evidence: expect.stringContaining("Another email did not go out"),
    });
  });

  test("201 without a body of use: accepted, number unknown; 201 {} is accepted too", async () => {
    portal.proxy.inject("POST", INVITE, carried(201, "{}"));
    expect((await invite("no.id@example.org")).operation).toMatchObject({
      state: "DONE",
      result: { serviceId: null },
    });
    await refreshLater();
    expect(await find("no.id@example.org")).toMatchObject({ state: "WAITING", canCancel: true });
  });
});

describe("an uncertain mail", () => {
  test("is UNKNOWN, blocks the address, and is found on the pending list", async () => {
    portal.proxy.inject("POST", INVITE, { kind: "resetAfter" });
    const { operation } = await invite("h.vandenberg@example.org");
    expect(operation.state).toBe("UNKNOWN");
    expect(await find("h.vandenberg@example.org")).toMatchObject({
      state: "UNKNOWN",
      operationHref: `/operations/${operation.id}`,
    });
    expect(await codeOf(invite("h.vandenberg@example.org", { again: true, by: pieter }))).toBe("CONFLICT");
    await refreshLater();
    expect((await find("h.vandenberg@example.org")).state).toBe("UNKNOWN");
    const findings = await findCandidates(sanne, operation.id);
    expect(findings.sentence).toMatch(/on the service's list of pending invitations/);
    await settleOperation(sanne, {
      id: operation.id,
      decision: "exists",
      serviceId: findings.candidates[0]?.serviceId,
      note: "It is on the pending list.",
    });
    expect(await find("h.vandenberg@example.org")).toMatchObject({ state: "WAITING", canCancel: true });
    expect(mails()).toBe(1);
  });

  test("may be sent again when a person accepts two mails and says why", async () => {
    portal.proxy.inject("POST", INVITE, { kind: "resetBefore" });
    const { operation } = await invite("again@example.org");
    expect((await findCandidates(sanne, operation.id)).sentence).toMatch(/This proves nothing/);
    const wish = { id: operation.id, acceptsTwoMails: true };
    expect(await codeOf(sendOperation(sanne, { ...wish, note: "hm" }))).toBe("VALIDATION");
    const sent = await sendOperation(sanne, { ...wish, note: "Phoned: no mail came." });
    expect(sent).toMatchObject({ id: operation.id, state: "DONE" });
    expect(await portal.db.attempt.count({ where: { operationId: operation.id } })).toBe(2);
    expect(await find("again@example.org")).toMatchObject({ state: "WAITING", mailsAsked: 1 });
  });
});

describe("what became of it", () => {
  test("accepted: among the users; declined: gone; both with their evidence", async () => {
    await invite("elodie@example.org");
    await invite("declines@example.org");
    await refreshLater();
    expect(await find("elodie@example.org")).toMatchObject({ state: "WAITING" });
    await decide("elodie@example.org", "A");
    await decide("declines@example.org", "D");
    const report = await refreshLater();
    expect(report).toMatchObject({ state: "fresh", problem: null });
    expect(report.changed).toBeGreaterThanOrEqual(2);
    expect(await find("elodie@example.org")).toMatchObject({
      state: "JOINED",
      evidence: "Among the members of the Cloud.",
    });
    expect(await find("declines@example.org")).toMatchObject({
      state: "GONE",
      stateWords: "Declined or withdrawn",
      evidence: "No longer pending and not among the members: declined or withdrawn.",
    });
  });

  test("invited again: that a list had the first invitation is not said of the second", async () => {
    const email = "second.try@example.org";
    await invite(email);
    await refreshLater();
    expect(await find(email)).toMatchObject({ stateWords: "Waiting" });
    await decide(email, "D");
    await refreshLater();
    await invite(email);
    expect(await find(email)).toMatchObject({ state: "WAITING", stateWords: "Sent" });
    await refreshLater();
    expect(await find(email)).toMatchObject({ state: "WAITING", stateWords: "Waiting" });
  });

  test("invited again after the first invitation ended: date and inviter are those of the new one, in ledger and people", async () => {
    const email = "another.inviter@example.org";
    await invite(email);
    await refreshLater();
    const first = await find(email);
    await decide(email, "D");
    await refreshLater();
    await invite(email, { by: pieter });
    const second = await find(email);
    expect(second.createdAt.getTime()).toBeGreaterThan(first.createdAt.getTime() + 5_000);
    expect(second).toMatchObject({ id: first.id, invitedByName: pieter.name, stateSince: second.createdAt });
    const { rows } = await listPeople(sanne, { cloudId, search: email });
    expect(rows).toMatchObject([{ since: second.createdAt, invitedByName: pieter.name }]);
  });

  test("one sent elsewhere by this application is adopted", async () => {
    await portal.service.db.serviceInvitation.create({
      data: {
        cloudId: cloudServiceId,
        applicationId: (await portal.service.db.serviceInvitation.findFirstOrThrow()).applicationId,
        address: "elsewhere@example.org",
        email: "Elsewhere@example.org",
        redirectUri: "https://platform.bouwdata.example/cloud/1",
        role: 50,
      },
    });
    await refreshLater();
    const expected = { state: "WAITING", role: 50, invitedByName: null };
    expect(await find("elsewhere@example.org")).toMatchObject(expected);
  });

  test("a list that fails changes nothing and says so", async () => {
    const before = await listInvitations(sanne, { cloudId, limit: 200 });
    portal.proxy.inject("GET", /\/user$/, answer(502), 9);
    expect(await refreshLater()).toMatchObject({
      state: "stale",
      problem: expect.stringContaining("users of the cloud could not be read"),
      changed: 0,
    });
    expect(await listInvitations(sanne, { cloudId, limit: 200 })).toEqual(before);
  });

  test("where the users are not listed, gone does not claim declined", async () => {
    await invite("no.users@example.org");
    await rememberCapability(portal.connectionId, "listCloudUsers", false);
    await decide("no.users@example.org", "A");
    await refreshLater();
    expect(await find("no.users@example.org")).toMatchObject({
      state: "GONE",
      evidence: expect.stringContaining("does not say whether the invitation was accepted or declined"),
    });
    await portal.db.capability.deleteMany({ where: { connectionId: portal.connectionId } });
    await refreshLater();
    expect(await find("no.users@example.org")).toMatchObject({ state: "JOINED" });
  });

  test("cancelled: taken back at the service; one that was answered meanwhile is not", async () => {
    await invite("cancel@example.org");
    const row = await find("cancel@example.org");
    await cancelInvitation(pieter, row.id);
    expect(await find("cancel@example.org")).toMatchObject({
      state: "CANCELLED",
      evidence: expect.stringContaining("Pieter de Groot"),
    });
    expect(await countAtService("cancel@example.org")).toBe(0);
    expect(await codeOf(cancelInvitation(pieter, row.id))).toBe("CONFLICT");

    await invite("too.late@example.org");
    await decide("too.late@example.org", "A");
    await expect(cancelInvitation(pieter, (await find("too.late@example.org")).id)).rejects.toThrow(
      /no longer pending at the service/,
    );
  });

  test("a viewer sees the list and can change nothing", async () => {
    const viewer = await portal.actor("VIEWER");
    const { rows, counts, total } = await listInvitations(viewer, { cloudId, limit: 200 });
    expect(rows.length).toBe(total);
    // These are subsets of those who wait.
    const parts = ["AGING", "SENT", "MAIL_SEEN", "LISTED"];
    const states = Object.entries(counts).filter(([part]) => !parts.includes(part));
    expect(states.reduce((sum, [, count]) => sum + count, 0)).toBe(total);
    const invitationId = rows[0]?.id ?? "";
    expect(await codeOf(invite("viewer@example.org", { by: viewer }))).toBe("FORBIDDEN");
    expect(await codeOf(cancelInvitation(viewer, invitationId))).toBe("FORBIDDEN");
    expect(await codeOf(remindPerson(viewer, { key: formKey(), invitationId }))).toBe("FORBIDDEN");
  });
});
