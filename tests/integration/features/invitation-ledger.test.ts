import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import {
  cancelInvitation,
  invitePerson,
  refreshPeople,
  remindPerson,
} from "#lib/features/invitations/commands.ts";
import { iterateLedgerCsv } from "#lib/features/invitations/csv.ts";
import { listInvitations, listInviters, type InvitationView } from "#lib/features/invitations/queries.ts";
import type { LedgerSort } from "#lib/features/invitations/schema.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { inEnglish, say, sayIn, type Said } from "#lib/core/texts.ts";
import { Prisma } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { givenUpBy } from "#lib/features/batches/outcomes.ts";
import { prepareList } from "#lib/features/invitations/lists/drafts.ts";
import { eraseAddress } from "#lib/features/erasure/commands.ts";
import { confirmJoined } from "#lib/features/invitations/upkeep.ts";
import { cloudInvitationTopic } from "#lib/mail/outbox.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { knowGerman } from "#tests/support/in-german.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { allRows } from "#tests/support/pages.ts";
import { formKey, usePortal } from "./portal.ts";

const DAY_MS = 24 * 3_600_000;

let cloudId: string;
let number: number;
const later = useMovedClock();

knowGerman();
const portal = await usePortal();
const sanne = await portal.actor();
beforeEach(async () => {
  ({ cloudId, number } = await portal.makeCloud(sanne, `Campus ${newId()}`));
});

async function invite(email: string): Promise<InvitationView> {
  await invitePerson(sanne, { key: formKey(), cloudId, email });
  return find(email);
}

/** A row of an ended list that was held back for this reason. */
async function putInList(email: string, reason: Said): Promise<void> {
  const runId = await prepareList(sanne, { key: formKey(), cloudId, addresses: email, role: "" });
  await portal.db.invitationRun.update({ where: { id: runId }, data: { state: "ENDED" } });
  await portal.db.invitationRunRow.updateMany({ where: { runId }, data: stored("heldBack", reason) });
}

async function find(email: string): Promise<InvitationView> {
  const { rows } = await listInvitations(sanne, { cloudId, search: email });
  const [row] = rows;
  if (row === undefined) throw new Error(`no invitation of ${email}`);
  return row;
}

/** The service's email arrives in the built-in mailbox, and the lists are read. */
async function arrives(recipient: string, at: Date): Promise<void> {
  const mail = {
    sender: "portico@example.org",
    recipient,
    topic: cloudInvitationTopic(number),
    text: "",
    html: "",
  };
  const ids = { id: newId(), messageId: newId() };
  await portal.db.mailboxMessage.create({ data: { ...mail, ...ids, subject: "Whatever it says", at } });
  await refreshPeople(sanne, { cloudId });
}

const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace("T", " ");

/** Invited, and the email has arrived at the returned time. */
async function inviteDelivered(email: string): Promise<[InvitationView, Date]> {
  const row = await invite(email);
  await portal.db.connection.update({ where: { id: portal.connectionId }, data: { kind: "BUILTIN" } });
  const at = new Date(row.createdAt.getTime() + 1_000);
  later(60_000);
  await arrives(email, at);
  expect((await find(email)).evidence).toContain(minuteOf(at));
  return [row, at];
}

const remind = ({ id }: InvitationView, more: { reason?: string; key?: string } = {}) =>
  remindPerson(sanne, { key: formKey(), invitationId: id, ...more });

describe("reminding", () => {
  test("within a day only with a reason, which the audit keeps; after a day without; never more than five times", async () => {
    const row = await invite("k.huber@campus-riem.de");
    await expect(remind(row)).rejects.toMatchObject({
      code: "VALIDATION",
      details: { fieldErrors: { reason: [expect.stringMatching(/within the last 24 hours/)] } },
    });
    const reason = "Phoned: the mail never came.";
    await remind(row, { reason });
    const kept = await portal.db.audit.findFirst({
      where: { after: { path: ["reason"], equals: reason } },
    });
    expect(kept).toMatchObject({ action: "invitation.send", outcome: "INTENDED", actorId: sanne.staffId });
    for (const days of [2, 4, 6, 8]) {
      later(days * DAY_MS);
      expect((await find("k.huber@campus-riem.de")).remindableFrom).toBeNull();
      await remind(row);
    }
    expect(await find("k.huber@campus-riem.de")).toMatchObject({ mailsAsked: 6, canRemind: false });
    later(10 * DAY_MS);
    await expect(remind(row, { reason: "One more, by all means." })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/already got 6 emails/),
    });
  });

  test("after a reminder the ledger tells the times of the newest mail, not of the first", async () => {
    const email = "newest.mail@campus-riem.de";
    const [row, first] = await inviteDelivered(email);
    later(2 * DAY_MS);
    await remind(row);
    const second = new Date(first.getTime() + 2 * DAY_MS);
    later(2 * DAY_MS + 60_000);
    await arrives(email, second);
    const { evidence, lastMailAt } = await find(email);
    expect(evidence).toContain(`Email delivered to the built-in mailbox at ${minuteOf(second)} UTC.`);
    expect(evidence).toContain(`2 emails sent, the last at ${minuteOf(lastMailAt ?? first)} UTC.`);
    // Another email does not begin the waiting anew.
    expect((await find(email)).stateSince).toEqual(row.stateSince);
  });

  test("who is invited again has not got the new email because the one of an earlier invitation arrived", async () => {
    const email = "invited.again@campus-riem.de";
    const [{ id }] = await inviteDelivered(email);
    await cancelInvitation(sanne, id);
    later(2 * DAY_MS);
    const again = await invite(email);
    expect(again).toMatchObject({ id, state: "WAITING", stateWords: "Sent" });
    later(2 * DAY_MS + 60_000);
    await refreshPeople(sanne, { cloudId });
    expect((await find(email)).evidence).not.toContain("Email delivered");
    const second = new Date(again.stateSince.getTime() + 1_000);
    later(2 * DAY_MS + 120_000);
    await arrives(email, second);
    expect((await find(email)).evidence).toContain(minuteOf(second));
  });

  test("the same form sent twice is one reminder, and is told so", async () => {
    const row = await invite("twice@campus-riem.de");
    later(2 * DAY_MS);
    const key = formKey();
    const once = await remind(row, { key });
    const again = await remind(row, { key });
    expect(again.operation.id).toBe(once.operation.id);
    expect(await find("twice@campus-riem.de")).toMatchObject({ mailsAsked: 2 });
  });
});

describe("by hand", () => {
  test("joined needs a note, and shows it; what the service lists counts for more", async () => {
    const { id: invitationId } = await invite("w.smit@havenstad-advies.nl");
    expect(await codeOf(confirmJoined(sanne, { invitationId, note: "yes" }))).toBe("VALIDATION");
    await confirmJoined(sanne, { invitationId, note: "Phoned, he sees the models." });
    expect(await find("w.smit@havenstad-advies.nl")).toMatchObject({
      state: "JOINED",
      evidence: "Confirmed by hand by Sanne Verbeek: “Phoned, he sees the models.”",
    });
    const again = confirmJoined(sanne, { invitationId, note: "Once more, to be sure." });
    expect(await codeOf(again)).toBe("CONFLICT");
    later(60_000);
    await refreshPeople(sanne, { cloudId });
    expect((await find("w.smit@havenstad-advies.nl")).state).toBe("WAITING");
  });

  test("an address is erased from ledger and journal, the row stays, and no reading brings it back", async () => {
    const email = "privacy@campus-riem.de";
    const row = await invite(email);
    later(60_000);
    await refreshPeople(sanne, { cloudId });
    await expect(eraseAddress(sanne, row.id)).rejects.toThrow(/Withdraw the invitation first/);
    await cancelInvitation(sanne, row.id);
    const quoting = say("{typed} cannot be invited just now.", { typed: email });
    await putInList(email, quoting);
    await putInList(email, givenUpBy("Sanne Verbeek"));
    await eraseAddress(sanne, row.id);
    later(120_000);
    await refreshPeople(sanne, { cloudId });
    const { rows, total } = await listInvitations(sanne, { cloudId });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ email: "(erased)", state: "CANCELLED", canErase: false });
    const inGerman = sayIn("de", () => iterateLedgerCsv(sanne, { cloudId }, "spreadsheets"));
    expect((await Array.fromAsync(inGerman)).slice(1)).toEqual([expect.stringContaining(";(gelöscht);")]);
    const reasons = await portal.db.invitationRunRow.findMany({ orderBy: { run: { createdAt: "asc" } } });
    const givenUp = inEnglish(givenUpBy("Sanne Verbeek"));
    expect(reasons).toMatchObject([
      { heldBack: "The address was erased.", heldBackSaid: null },
      { heldBack: givenUp, heldBackSaid: { values: { name: "Sanne Verbeek" } } },
    ]);
    // Somebody who changes their mind and wants to join is invited like anybody else.
    expect(await invite(email)).toMatchObject({ state: "WAITING", mailsAsked: 1 });
  });

  test("a viewer can do none of it", async () => {
    const { id: invitationId } = await invite("viewer@campus-riem.de");
    const viewer = await portal.actor("VIEWER");
    const note = "Seen with my own eyes.";
    expect(await codeOf(eraseAddress(viewer, invitationId))).toBe("FORBIDDEN");
    expect(await codeOf(confirmJoined(viewer, { invitationId, note }))).toBe("FORBIDDEN");
  });
});

describe("the ledger", () => {
  test("people who have waited for more than a week stand on the overview, with the way to them", async () => {
    await invite("slow.answer@example.org");
    const shown = async () => (await listAttention(portal.db)).find(({ id }) => id === "aging-invitations");
    expect(await shown()).toBeUndefined();
    later(8 * DAY_MS);
    expect(await shown()).toMatchObject({
      title: expect.stringMatching(/^\d+ invitations? waits? for more than 7 days$/),
      href: "/invitations?state=AGING",
    });
    const { rows } = await listInvitations(sanne, { cloudId, part: "AGING" });
    expect(rows.map(({ email }) => email)).toEqual(["slow.answer@example.org"]);
  });

  test("is divided by how far each is known, narrowed by person and search, and exported as it is shown", async () => {
    await invite("sent@campus-riem.de");
    expect(await find("sent@campus-riem.de")).toMatchObject({ stateWords: "Sent" });
    later(60_000);
    await refreshPeople(sanne, { cloudId });
    expect(await find("sent@campus-riem.de")).toMatchObject({ stateWords: "Waiting" });
    const pieter = await portal.actor("OPERATOR", "Pieter de Groot");
    await invitePerson(pieter, { key: formKey(), cloudId, email: "=cmd@campus-riem.de" });
    later(8 * DAY_MS);
    const { counts } = await listInvitations(sanne, { cloudId });
    expect(counts).toMatchObject({ WAITING: 2, AGING: 2, SENT: 1, MAIL_SEEN: 0, LISTED: 1 });
    const sent = await listInvitations(sanne, { cloudId, part: "SENT" });
    expect(sent.rows.map((row) => row.email)).toEqual(["=cmd@campus-riem.de"]);
    expect((await listInvitations(sanne, { cloudId, invitedBy: pieter.staffId })).total).toBe(1);
    expect((await listInviters(sanne)).map(({ name }) => name)).toContain("Pieter de Groot");
    const { name, serviceId } = await portal.db.cloud.findUniqueOrThrow({ where: { id: cloudId } });
    const named = await listInvitations(sanne, { cloudNamed: name.slice(1, -1).toUpperCase() });
    expect([named.total, named.rows.length]).toEqual([2, 2]);
    // Other names may contain the digits as well.
    const numbered = await listInvitations(sanne, { cloudNamed: String(serviceId) });
    expect(numbered.rows.filter((row) => row.cloudId === cloudId)).toHaveLength(2);
    const nowhere = await listInvitations(sanne, { cloudNamed: `${name} and more` });
    expect([nowhere.total, nowhere.rows.length]).toEqual([0, 0]);

    const lines = await Array.fromAsync(iterateLedgerCsv(sanne, { cloudId }, "programs"));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      "Cloud,Cloud number,Address,State,Evidence,Since,Role,Emails sent,Last email,Invited by,Invited at\r\n",
    );
    // The Cloud by its number, the role as a word, and times with their zone.
    const iso = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    expect(lines[1]).toMatch(
      new RegExp(
        `,${String(serviceId)},=cmd@campus-riem\\.de,Sent,.*,${iso},User,1,${iso},[^,]+,${iso}\r\n$`,
      ),
    );
    expect(lines.every((line) => line.endsWith("\r\n"))).toBe(true);
    // A spreadsheet must not run an address.
    const forSpreadsheets = await Array.fromAsync(iterateLedgerCsv(sanne, { cloudId }, "spreadsheets"));
    expect(forSpreadsheets[1]).toContain(";'=cmd@campus-riem.de;Sent;");
  });
});

describe("the orders of the ledger", () => {
  test("each of its orders pages through every row once, by an index, and a place in one order is none in another", async () => {
    const word = newId().slice(0, 8);
    for (let n = 0; n < 9; n += 1) await invite(`${"cabdefghi".charAt(n)}.${word}@campus-riem.de`);
    // Two rows have the same time: the id decides.
    const at = new Date("2026-11-01T08:00:00Z");
    const [first, second, ...others] = await portal.db.invitation.findMany({ where: { cloudId } });
    const twoIds = [first, second].map((row) => row?.id ?? "");
    const data = { stateSince: at, createdAt: at };
    await portal.db.invitation.updateMany({ where: { id: { in: twoIds } }, data });
    expect(others).toHaveLength(7);
    const valueOf = { newest: "createdAt", address: "email", since: "stateSince" } as const;
    for (const [sort, reverse] of [
      ["newest", "oldest"],
      ["address", "-address"],
      ["since", "-since"],
    ] as const) {
      const read = (order: LedgerSort) =>
        allRows(async (after?: string) => {
          const page = await listInvitations(sanne, { cloudId, search: word, sort: order, after, limit: 2 });
          expect(page.rows.length).toBeLessThanOrEqual(2);
          return page;
        });
      const there = await read(sort);
      const back = await read(reverse);
      expect(new Set(there.map(({ id }) => id)).size).toBe(9);
      expect(back.map(({ id }) => id).reverse()).toEqual(there.map(({ id }) => id));
      const values = there.map((row) => Number(row[valueOf[sort]]) || String(row[valueOf[sort]]));
      const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sort === "newest" ? sorted.reverse() : sorted);
    }
    const page = await listInvitations(sanne, { cloudId, sort: "address", limit: 2 });
    const bySince = { cloudId, sort: "since", limit: 2 } as const;
    const elsewhere = await listInvitations(sanne, { ...bySince, after: page.next ?? "" });
    const start = await listInvitations(sanne, bySince);
    expect(elsewhere.rows.map(({ id }) => id)).toEqual(start.rows.map(({ id }) => id));
  });

  test("the whole ledger is never sorted: an index holds each of its orders", async () => {
    for (const order of ["created_at DESC, id DESC", "address, id", "state_since, id"]) {
      const plan = await portal.db.$transaction(async (tx) => {
        // Sorting a test's few rows is faster than looking them up.
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
        await tx.$executeRaw`SET LOCAL enable_bitmapscan = off`;
        return tx.$queryRaw<Record<string, string>[]>`
          EXPLAIN SELECT * FROM invitation ORDER BY ${Prisma.raw(order)} LIMIT 50`;
      });
      const text = plan.map((line) => Object.values(line)[0]).join("\n");
      expect(text, order).toMatch(/Index Scan/);
      expect(text, order).not.toMatch(/Sort/);
    }
  });
});
