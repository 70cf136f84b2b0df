/**
 * The proof `ledger`: 1,000 people in 200 Clouds of the built product accept, decline, are removed and are invited again at the embedded
 * service, in random order, while nobody has a page open. Two minutes after the last act every page and file tells the truth.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type PrismaClient } from "#lib/db/client.ts";
import { openDb } from "#tests/support/connected.ts";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import { actAtService, type InvitedPerson, type Standing } from "#tests/support/ledger-people.ts";
import { randomNumbers } from "#tests/support/mutations.ts";
import { startProduct, type Product } from "#tests/support/product.ts";
import { openService, type ServiceCaller } from "#tests/support/service-caller.ts";
import { until } from "#tests/support/until.ts";
import { comparePages, type Portal } from "./ledger/pages.ts";
import { proofOf, type Proof, type Say } from "./proof.ts";

const CLOUDS = 200;
const PEOPLE_PER_CLOUD = 5;
const TURNS = 3;
/** Of all people in a turn, each at a different moment. */
const ACTING = 0.6;
const BETWEEN_ACTS_MS = 60;
const TWO_MINUTES_MS = 120_000;
/** A round may start a little early or late. */
const READ_AGAIN_MS = 117_000;
const LOOK_MS = 1_000;
const SEED = 20_261_124;

const STATES: Readonly<Record<Standing, string>> = {
  waiting: "WAITING",
  joined: "JOINED",
  declined: "GONE",
  removed: "GONE",
};

type Ground = {
  db: PrismaClient;
  service: ServiceCaller;
  portal: Portal;
  people: InvitedPerson[];
};
/** `lagsMs`: from each act until the portal knew of it; `gapsMs`: between two readings of the same Cloud, while nobody had a page open. */
type Watch = { lagsMs: number[]; gapsMs: number[]; acts: number; readings: number };

export async function proveLedger(say: Say): Promise<Proof> {
  await using product = await startProduct();
  await using db = openDb(product.access.databaseUrl);
  const ground = await prepare(product, db, say);
  const watch: Watch = { lagsMs: [], gapsMs: [], acts: 0, readings: 0 };
  const random = randomNumbers(SEED);
  const wrong: string[] = [];
  const sum = { read: 0, statements: 0 };
  for (let turn = 1; turn <= TURNS; turn += 1) {
    wrong.push(...(await takeTurn(ground, watch, random)));
    const compared = await comparePages(ground.portal, ground.people);
    sum.read += compared.read;
    sum.statements += compared.statements;
    wrong.push(...compared.wrong);
    say(`turn ${String(turn)}: ${String(watch.acts)} acts, ${String(wrong.length)} wrong`);
  }
  const late = watch.lagsMs.filter((ms) => ms > TWO_MINUTES_MS).length;
  const soonest = Math.min(...watch.gapsMs);
  if (soonest < READ_AGAIN_MS) wrong.push(`a Cloud was read again after ${String(soonest)} ms`);
  if (late > 0) wrong.push(`${String(late)} changes were known only after more than two minutes`);
  for (const line of wrong.slice(0, 20)) say(line);
  return proofOf(wrong.length === 0, describe(watch, sum, wrong));
}

/** The Clouds and invitations, once the portal has read them. */
async function prepare({ access }: Product, db: PrismaClient, say: Say): Promise<Ground> {
  const service = await openService(access);
  const portal = { origin: access.origin, cookie: await signInOverHttp(access.origin, access) };
  const open = async (path: string): Promise<void> => {
    await (await fetch(`${portal.origin}${path}`, { headers: { cookie: portal.cookie } })).text();
  };
  const people: InvitedPerson[] = [];
  for (let at = 0; at < CLOUDS; at += 1) {
    const { id } = await service.post("/cloud", { name: `Bouwplaats ${String(at)}` });
    for (let who = 0; who < PEOPLE_PER_CLOUD; who += 1) {
      const email = `person${String(who)}@firm${String(at)}.example`;
      const person: InvitedPerson = { cloud: { id: "", serviceId: id }, email, standing: "waiting" };
      await invite(service, access.origin, person);
      people.push(person);
    }
  }
  await until(
    "the portal lists every Cloud",
    async () => {
      await open("/clouds");
      return (await db.cloud.count()) === CLOUDS;
    },
    TWO_MINUTES_MS,
  );
  for (const { id, serviceId } of await db.cloud.findMany({ select: { id: true, serviceId: true } })) {
    for (const { cloud } of people) if (cloud.serviceId === Number(serviceId)) cloud.id = id;
    await open(`/clouds/${id}/invitations`);
  }
  if ((await db.invitation.count({ where: { state: "WAITING" } })) !== people.length)
    throw new Error("not every invitation was adopted");
  say(`${String(people.length)} invitations are known`);
  return { db, service, portal, people };
}

function invite(service: ServiceCaller, origin: string, { cloud, email }: InvitedPerson): Promise<unknown> {
  const path = `/cloud/${String(cloud.serviceId)}`;
  return service.post(`${path}/invitation`, { email, redirect_uri: `${origin}/platform${path}` });
}

/** People act in random order; then two minutes pass. Returns what is wrong in the ledger's rows then, before any page is opened. */
async function takeTurn(ground: Ground, watch: Watch, random: () => number): Promise<string[]> {
  const { db, service, portal, people } = ground;
  const actedAtMs = new Map<InvitedPerson, number>();
  const ended = new AbortController();
  const looking = lookOn(ground, watch, actedAtMs, ended.signal);
  const acting = people
    .filter(() => random() < ACTING)
    .map((person) => ({ person, order: random() }))
    .toSorted((a, b) => a.order - b.order);
  for (const { person } of acting) {
    await actAtService({ db, inviteAgain: (who) => invite(service, portal.origin, who) }, person, random);
    actedAtMs.set(person, Date.now());
    watch.acts += 1;
    await pause(BETWEEN_ACTS_MS);
  }
  await pause(TWO_MINUTES_MS);
  ended.abort();
  await looking;
  return [...actedAtMs.keys()].map(({ email }) => `the ledger’s row of ${email} was wrong for two minutes`);
}

/** Removes from the list whomever the portal knows of by now, and counts the readings by when the portal started them. */
async function lookOn(
  { db, people }: Ground,
  watch: Watch,
  actedAtMs: Map<InvitedPerson, number>,
  signal: AbortSignal,
): Promise<void> {
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const readAtMs = await listReadings(db);
  while (!signal.aborted) {
    await pause(LOOK_MS);
    for (const [id, readMs] of await listReadings(db)) {
      const before = readAtMs.get(id) ?? readMs;
      if (readMs === before) continue;
      if (before > 0) watch.gapsMs.push(readMs - before);
      watch.readings += 1;
      readAtMs.set(id, readMs);
    }
    for (const { email, state, stateSince, joinedAt } of await db.invitation.findMany()) {
      const person = byEmail.get(email);
      const since = person === undefined ? undefined : actedAtMs.get(person);
      if (person === undefined || since === undefined || state !== STATES[person.standing]) continue;
      if (person.standing === "declined" && joinedAt !== null) continue;
      watch.lagsMs.push(stateSince.getTime() - since);
      actedAtMs.delete(person);
    }
  }
}

/** For each Cloud, when a round last started to read its lists. */
async function listReadings(db: PrismaClient): Promise<Map<string, number>> {
  const clouds = await db.cloud.findMany({ select: { id: true, invitationsTriedAt: true } });
  return new Map(clouds.map(({ id, invitationsTriedAt: tried }) => [id, tried?.getTime() ?? 0]));
}

function describe(
  { acts, readings, lagsMs, gapsMs }: Watch,
  { read, statements }: { read: number; statements: number },
  wrong: readonly string[],
): string[] {
  const sorted = lagsMs.toSorted((a, b) => a - b);
  const seconds = (ms: number | undefined): string => ((ms ?? 0) / 1000).toFixed(1);
  return [
    `${String(CLOUDS * PEOPLE_PER_CLOUD)} invitations into ${String(CLOUDS)} Clouds of the built product. In ${String(TURNS)} turns ${String(acts)} times somebody accepted, ` +
      "declined, was removed or was invited again at the embedded service, in random order, with nobody at a page. Two minutes after the last one of a turn:",
    "",
    `- ${String(read)} pages and files (overview, ledger and its file; of each Cloud head, people and their file, invitations) with ${statements.toLocaleString("en")} statements about people: ${String(wrong.length)} wrong.`,
    `- The portal knew of each change after ${seconds(sorted[Math.floor(sorted.length / 2)])} s (median), of the last one after ${seconds(sorted.at(-1))} s.`,
    `- ${String(readings)} readings of a Cloud, each one call for its invitations and one for its users. Between two readings of the same Cloud were ${seconds(Math.min(...gapsMs))} s at least.`,
  ];
}
