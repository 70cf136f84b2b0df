/**
 * The ledger tells the truth while nobody looks: people accept, decline, are removed and invited again at the service. Within two minutes
 * of background rounds every page and file says so, with one reading of each Cloud in that time.
 */
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { startRounds } from "#lib/core/process/rounds.ts";
import { getCloud, listClouds } from "#lib/features/clouds/queries.ts";
import {
  getLedgerReadAt,
  readDueInvitations,
  refreshLedger,
  ROUND_MS,
} from "#lib/features/invitations/background-reading.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { iterateLedgerCsv } from "#lib/features/invitations/csv.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { getFigures } from "#lib/features/overview/figures.ts";
import { iteratePeopleCsv } from "#lib/features/people/csv.ts";
import { listPeople } from "#lib/features/people/queries.ts";
import {
  actAtService,
  countStanding,
  ledgerWords,
  peopleWords,
  type InvitedPerson,
} from "#tests/support/ledger-people.ts";
import { randomNumbers } from "#tests/support/mutations.ts";
import { until } from "#tests/support/until.ts";
import { formKey, usePortal } from "./portal.ts";

/** `npm run proof -- ledger` uses 200 Clouds of the built product, and real time. */
const CLOUDS = 12;
const CLOUDS_A_ROUND = 5;
const PEOPLE = 5;
const TWO_MINUTES_MS = 120_000;
const people: InvitedPerson[] = [];
let aheadMs = 0;
let restoreClock = (): void => undefined;

const random = randomNumbers(20_261_123);

const portal = await usePortal();
const staff = await portal.actor();
for (let at = 0; at < CLOUDS; at++) {
  const { cloudId, number } = await portal.makeCloud(staff, `Bouwplaats ${String(at)}`);
  const cloud = { id: cloudId, serviceId: number };
  for (let who = 0; who < PEOPLE; who++) {
    const email = `person${String(who)}@firm${String(at)}.example`;
    await invitePerson(staff, { key: formKey(), cloudId: cloud.id, email, reason: "" });
    people.push({ cloud, email, standing: "waiting" });
  }
}
/** Only the rounds move the clock, however busy the machine is. */
const beganMs = Date.now();
beforeEach(() => {
  restoreClock = setClock(() => beganMs + aheadMs);
});
afterEach(() => restoreClock());

/** When each Cloud was read, by the path of its list. */
const readAtMs = new Map<string, number[]>();

/** Two minutes of rounds, while nobody has a page open. */
const twoMinutesPass = (): Promise<void> => pass(TWO_MINUTES_MS);

async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += ROUND_MS) {
    aheadMs += ROUND_MS;
    portal.proxy.received.length = 0;
    await readDueInvitations();
    for (const { path } of portal.proxy.received)
      if (path.endsWith("/invitation")) readAtMs.set(path, [...(readAtMs.get(path) ?? []), aheadMs]);
  }
}

/** What a person, or whoever manages the Cloud at the platform, does next. */
function act(person: InvitedPerson): Promise<void> {
  const { db } = portal.service;
  const inviteAgain = ({ cloud, email }: InvitedPerson): Promise<unknown> =>
    db.serviceInvitation.updateMany({
      where: { cloudId: cloud.serviceId, address: email },
      data: { state: "P" },
    });
  return actAtService({ db, inviteAgain }, person, random);
}

/** Every page and file about these people, compared with the facts at the service. */
async function expectTruth(): Promise<void> {
  await expectLedger();
  await expectOverview();
  const { rows: clouds } = await listClouds(staff, {});
  for (const [id, own] of Map.groupBy(people, ({ cloud }) => cloud.id)) {
    const members = countStanding(own, "joined");
    const invited = countStanding(own, "waiting");
    expect(clouds.find((cloud) => cloud.id === id)).toMatchObject({ people: { members, invited } });
    expect(await getCloud(staff, id)).toMatchObject({
      people: { members, invited, joined: members },
      invitationCount: own.length,
    });
    await expectPeople(id, own);
  }
}

async function expectLedger(): Promise<void> {
  const wanted = ledgerWords(people);
  const { rows, counts } = await listInvitations(staff, { limit: 200 });
  expect(new Map(rows.map(({ email, stateWords }) => [email, stateWords]))).toEqual(wanted);
  const gone = countStanding(people, "declined") + countStanding(people, "removed");
  const figures = { WAITING: countStanding(people, "waiting"), JOINED: countStanding(people, "joined") };
  expect({ WAITING: 0, JOINED: 0, GONE: 0, ...counts }).toMatchObject({ ...figures, GONE: gone });
  const file = await readCsv(iterateLedgerCsv(staff, {}, "programs"));
  expect(new Map(file.map((row) => [row["Address"], row["State"]]))).toEqual(wanted);
}

async function expectOverview(): Promise<void> {
  const { joined, waiting } = await getFigures();
  expect(joined.count).toBe(countStanding(people, "joined"));
  expect(waiting.reduce((sum, { count }) => sum + count, 0)).toBe(countStanding(people, "waiting"));
}

async function expectPeople(cloudId: string, own: readonly InvitedPerson[]): Promise<void> {
  const { rows: invitations } = await listInvitations(staff, { cloudId });
  expect(new Map(invitations.map(({ email, stateWords }) => [email, stateWords]))).toEqual(ledgerWords(own));
  const { rows } = await listPeople(staff, { cloudId });
  expect(new Map(rows.map(({ email, userId }) => [email, userId === null ? "Invited" : "Member"]))).toEqual(
    peopleWords(own),
  );
  const file = await readCsv(iteratePeopleCsv(staff, { cloudId }, "programs"));
  expect(new Map(file.map((row) => [row["Address"], row["State"]]))).toEqual(peopleWords(own));
}

async function readCsv(lines: AsyncIterable<string>): Promise<Record<string, string>[]> {
  let text = "";
  for await (const line of lines) text += line;
  return parse(text, { columns: true, bom: true });
}

test("every page and file tells the right state within two minutes, and each Cloud is read once in that time", async () => {
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
});

test("the ledger says since when everything has been read, and reads what is oldest when a person asks", async () => {
  for (const person of people) if (random() < 0.3) await act(person);
  const before = await getLedgerReadAt(staff);
  // Older than what the overview keeps, younger than what the rounds would read.
  aheadMs += 80_000;
  await refreshLedger(staff);
  await expectTruth();
  expect((await getLedgerReadAt(staff))?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
});

test("pages that read many Clouds at once put off no reading of a round", async () => {
  await twoMinutesPass();
  await pass(TWO_MINUTES_MS / 2);
  await refreshLedger(staff);
  for (const person of people) if (random() < 0.6) await act(person);
  await twoMinutesPass();
  await expectTruth();
});

test("a Cloud whose lists cannot be read keeps what was known, and holds up no other", async () => {
  const [broken] = people;
  const isBroken = (person: InvitedPerson): boolean => person.cloud.id === broken?.cloud.id;
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

test("a Cloud whose service keeps silent holds up no other, for as long as it does", async () => {
  await twoMinutesPass();
  const silent = people[0]?.cloud;
  const path = new RegExp(`/cloud/${String(silent?.serviceId)}/invitation$`);
  const { promise: spoken, resolve: speak } = Promise.withResolvers<undefined>();
  portal.proxy.inject("GET", path, { kind: "hold", until: spoken }, 1_000);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = startRounds("reading invitations", ROUND_MS, readDueInvitations);
  aheadMs += TWO_MINUTES_MS;
  const since = new Date(beganMs + aheadMs);
  const { cloud } = portal.db;
  for (let rounds = 1; rounds * CLOUDS_A_ROUND < CLOUDS + CLOUDS_A_ROUND; rounds += 1) {
    vi.advanceTimersByTime(ROUND_MS);
    const asked = Math.min(CLOUDS, rounds * CLOUDS_A_ROUND);
    await until("the Clouds of this round are read, but for the silent one", async () => {
      const read = await cloud.count({ where: { invitationsReadAt: { gte: since } } });
      const tried = await cloud.count({ where: { invitationsTriedAt: { gte: since } } });
      return tried === asked && read >= asked - 1;
    });
  }
  stop();
  vi.useRealTimers();
  speak(undefined);
  portal.proxy.clear();
});
