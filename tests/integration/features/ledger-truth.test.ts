/**
 * The ledger tells the truth while nobody looks: people accept, decline, are removed and invited again at the service, and within two minutes
 * of background rounds every row and every page says so, with one reading of each Cloud in that time.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { setClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import {
  getLedgerReadAt,
  readDueInvitations,
  refreshLedger,
  ROUND_MS,
} from "#lib/features/invitations/background-reading.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { iterateInvitations, listInvitations } from "#lib/features/invitations/queries.ts";
import { randomNumbers } from "#tests/support/mutations.ts";
import { formKey, type Portal, startPortal } from "./portal.ts";

const CLOUDS = 24;
const PEOPLE = 5;
const TWO_MINUTES_MS = 120_000;
/** What a person can be at the service, and what the ledger calls that. */
const WORDS = {
  waiting: "Waiting",
  joined: "Joined",
  declined: "Declined or withdrawn",
  removed: "Removed or left",
} as const;
type Standing = keyof typeof WORDS;
type Person = { cloud: { id: string; serviceId: number }; email: string; standing: Standing };

let portal: Portal;
let staff: Actor;
const people: Person[] = [];
/** Time stands still but for the rounds, however busy the machine is. */
let beganMs = 0;
let aheadMs = 0;
let restoreClock = (): void => undefined;

const random = randomNumbers(20_261_123);

beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.actor();
  for (let at = 0; at < CLOUDS; at++) {
    const { cloudId, operation } = await createCloud(staff, {
      key: formKey(),
      connectionId: portal.connectionId,
      name: `Bouwplaats ${String(at)}`,
    });
    const cloud = { id: cloudId ?? "", serviceId: operation.result?.serviceId ?? 0 };
    for (let who = 0; who < PEOPLE; who++) {
      const email = `person${String(who)}@firm${String(at)}.example`;
      await invitePerson(staff, { key: formKey(), cloudId: cloud.id, email, reason: "" });
      people.push({ cloud, email, standing: "waiting" });
    }
  }
  beganMs = Date.now();
}, 120_000);
afterAll(() => portal.stop());
beforeEach(() => {
  restoreClock = setClock(() => beganMs + aheadMs);
});
afterEach(() => restoreClock());

/** When each Cloud was read, by the path of its list. */
const readAtMs = new Map<string, number[]>();

/** Rounds of two minutes, with nobody at a page. */
async function twoMinutesPass(): Promise<void> {
  for (let passedMs = 0; passedMs < TWO_MINUTES_MS; passedMs += ROUND_MS) {
    aheadMs += ROUND_MS;
    portal.proxy.received.length = 0;
    await readDueInvitations();
    for (const { path } of portal.proxy.received)
      if (path.endsWith("/invitation")) readAtMs.set(path, [...(readAtMs.get(path) ?? []), aheadMs]);
  }
}

/** What a person, or whoever manages the Cloud at the platform, does next. */
async function act(person: Person): Promise<void> {
  const { db } = portal.service;
  const { email, cloud } = person;
  const where = { cloudId: cloud.serviceId, address: email };
  const account = await db.serviceUser.findFirst({ where: { email } });
  if (person.standing === "waiting") {
    const accepts = random() < 0.7;
    await db.serviceInvitation.updateMany({ where, data: { state: accepts ? "A" : "D" } });
    if (accepts) {
      const user =
        account ??
        (await db.serviceUser.create({
          data: { sub: newId(), email, firstname: "An", lastname: "Other", passwordHash: "-" },
        }));
      await db.serviceMember.create({ data: { cloudId: cloud.serviceId, userId: user.id, role: 50 } });
    }
    person.standing = accepts ? "joined" : "declined";
  } else if (person.standing === "joined") {
    await db.serviceMember.deleteMany({ where: { cloudId: cloud.serviceId, userId: account?.id ?? 0 } });
    person.standing = "removed";
  } else {
    await db.serviceInvitation.updateMany({ where, data: { state: "P" } });
    person.standing = "waiting";
  }
}

async function expectTruth(): Promise<void> {
  const wanted = new Map(people.map(({ email, standing }) => [email, WORDS[standing]]));
  const inFile = new Map<string, string>();
  for await (const row of iterateInvitations(staff, {}, "en")) inFile.set(row.email, row.stateWords);
  expect(inFile).toEqual(wanted);
  for (const { id } of new Map(people.map(({ cloud }) => [cloud.id, cloud])).values()) {
    const own = people.filter(({ cloud }) => cloud.id === id);
    const { rows } = await listInvitations(staff, { cloudId: id });
    expect(new Map(rows.map(({ email, stateWords }) => [email, stateWords]))).toEqual(
      new Map(own.map(({ email, standing }) => [email, WORDS[standing]])),
    );
    const { rows: clouds } = await listClouds(staff, {});
    const joined = own.filter(({ standing }) => standing === "joined").length;
    expect(clouds.find((cloud) => cloud.id === id)).toMatchObject({ people: { members: joined } });
  }
}

test("every row and page tells the right state within two minutes, and each Cloud is read once in that time", async () => {
  await twoMinutesPass();
  await expectTruth();
  for (let turn = 0; turn < 4; turn++) {
    for (const person of people) if (random() < 0.6) await act(person);
    await twoMinutesPass();
    await expectTruth();
  }
  expect(readAtMs.size).toBe(CLOUDS);
  for (const [path, times] of readAtMs) {
    const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
    expect(Math.min(...gaps), path).toBeGreaterThanOrEqual(TWO_MINUTES_MS - ROUND_MS);
  }
}, 120_000);

test("the ledger says since when everything has been read, and reads what is oldest when a person asks", async () => {
  for (const person of people) if (random() < 0.3) await act(person);
  const before = await getLedgerReadAt(staff);
  aheadMs += 10_000;
  await refreshLedger(staff);
  await expectTruth();
  expect((await getLedgerReadAt(staff))?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
});

test("a Cloud whose lists cannot be read keeps what was known, and holds up no other", async () => {
  // All were read at once just now, so they are due at once too: their turns come apart in the first rounds.
  await twoMinutesPass();
  const [broken] = people;
  const isBroken = (person: Person): boolean => person.cloud.id === broken?.cloud.id;
  for (const person of people) if (!isBroken(person) && random() < 0.5) await act(person);
  const path = new RegExp(`/cloud/${String(broken?.cloud.serviceId)}/invitation$`);
  portal.proxy.inject("GET", path, { kind: "answer", status: 502, body: "" }, 1_000);
  const readAt = () =>
    portal.db.cloud.findUniqueOrThrow({
      where: { id: broken?.cloud.id ?? "" },
      select: { invitationsReadAt: true },
    });
  const before = await readAt();
  await twoMinutesPass();
  await expectTruth();
  expect(await readAt()).toEqual(before);
  expect(await getLedgerReadAt(staff)).toEqual(before.invitationsReadAt);
  portal.proxy.clear();
  for (const person of people) if (isBroken(person)) await act(person);
  await twoMinutesPass();
  await expectTruth();
});
