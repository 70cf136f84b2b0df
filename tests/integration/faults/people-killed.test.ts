/**
 * A role change and a removal, in a Cloud and in a project, and a removal from all Clouds, each broken at message after message of its
 * wires to the service and to the database. In the end each is done, nobody else is affected, and none was ever reported as done when it
 * was not.
 */
import { appendFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { membersOf } from "#lib/features/invitations/places/kept-people.ts";
import { getPlace } from "#lib/features/invitations/places/place.ts";
import { readPeople } from "#lib/features/invitations/reading.ts";
import { startRemoval } from "#lib/features/people/removals/commands.ts";
import { getRemoval } from "#lib/features/people/removals/queries.ts";
import { addRows } from "#tests/support/add-rows.ts";
import { type BrokenRun, countedLoop, openSeats, UNBROKEN } from "#tests/support/counted-loop.ts";
import { planBreakages } from "#tests/support/fault-counter.ts";
import { doPortalWork, type PeopleJourney, type PortalWork } from "#tests/support/portal-work.ts";
import { connect, formKey, startPortal } from "../features/portal.ts";
import { addUser } from "../service/people.ts";

const JOURNEYS: readonly (readonly [PeopleJourney, "Cloud" | "project"])[] = [
  ["change role", "Cloud"],
  ["remove member", "Cloud"],
  ["remove person", "Cloud"],
  ["change role", "project"],
  ["remove member", "project"],
];
/** The proof takes every message; its figures go to this file. */
const REPORT = process.env["PORTICO_FAULT_REPORT"];
const STEP = Number(process.env["PORTICO_FAULT_STEP"] ?? 40);

let made = 0;

const portal = await startPortal();
const actor = await portal.actor();
const credentials = await portal.service.register("people-killed");
const { db } = portal.service;
const application = await db.serviceApplication.findFirstOrThrow({
  where: { clientId: credentials.clientId },
});
const bystander = (await addUser(db, "piet@example.org")).id;
/** Two clouds of the service, each with an administrator whom no test changes. */
const numbers: number[] = [];
for (const name of ["Noord", "Zuid"]) {
  const cloud = await db.serviceCloud.create({
    data: {
      name,
      applications: { create: { applicationId: application.id } },
      members: { create: { userId: bystander, role: 100 } },
    },
  });
  numbers.push(cloud.id);
}
const applicationId = application.id;
const [cloudId = 0] = numbers;
/** A project of the first cloud, with the same person as administrator. */
const projectNumber = (await db.serviceProject.create({ data: { cloudId, name: "Blok" } })).id;
await joinProject({ id: bystander, email: "piet@example.org" }, 100);
const { origin: serviceOrigin, databaseUrl } = portal.service;
const seats = await openSeats({ serviceOrigin, databaseUrl, patienceMs: 300 }, 3);
afterAll(async () => {
  await Promise.all(seats.map((seat) => seat.close()));
  await portal.stop();
});

/** Returns the member's number. */
async function joinProject(
  { id: userId, email }: { id: number; email: string },
  role: number,
): Promise<number> {
  const { db } = portal.service;
  const place = { cloudId: numbers[0] ?? 0, projectId: projectNumber, projectKey: projectNumber };
  const mail = { address: email, email, redirectUri: "https://platform.example", role, state: "A" } as const;
  const { id } = await db.serviceInvitation.create({ data: { ...place, ...mail, applicationId } });
  await db.serviceProjectMember.create({ data: { id, projectId: projectNumber, userId, role } });
  return id;
}

/** Separate work for every run: a person in both clouds, seen through a connection of that run's proxy. */
async function prepare(journey: PeopleJourney, of: "Cloud" | "project", origin: string): Promise<PortalWork> {
  made += 1;
  const { db } = portal;
  const { id, email } = await addUser(portal.service.db, `anna-${String(made)}@example.org`);
  const connectionId = await connect(db, { baseUrl: `${origin}/service`, ...credentials });
  const cloudIds: string[] = [];
  for (const number of numbers) {
    const cloudId = newId();
    cloudIds.push(cloudId);
    await addRows(databaseUrl, [
      ["cloud", { id: cloudId, connection_id: connectionId, service_id: number }],
      ["member", { service_id: id, address: email, email, name: "", role: 50 }],
    ]);
  }
  // Before the service has the person: a reading of another run would find them in that run's Clouds as well.
  const removalId =
    journey === "remove person" ? await startRemoval(actor, { address: email, count: 2 }) : null;
  await portal.service.db.serviceMember.createMany({
    data: numbers.map((cloudId) => ({ cloudId, userId: id, role: 50 })),
  });
  const [cloudId = ""] = cloudIds;
  if (of === "project") {
    const projectId = newId();
    const name = { name: "Blok", sortName: "blok", status: "A" };
    await db.project.create({ data: { id: projectId, cloudId, serviceId: BigInt(projectNumber), ...name } });
    const subject = String(await joinProject({ id, email }, 50));
    return { actor, journey, key: formKey(), connectionId, cloudId, projectId, subject };
  }
  const subject = removalId ?? String(id);
  return { actor, journey, key: formKey(), connectionId, cloudId, projectId: "", subject };
}

/** Whether the service has the wanted state; the person's number belongs to the run. */
async function isDone({ journey, subject, projectId }: PortalWork, userId: number): Promise<boolean> {
  if (projectId !== "") {
    const member = await portal.service.db.serviceProjectMember.findUnique({ where: { id: userId } });
    return journey === "change role" ? member?.role === 100 : member === null;
  }
  const rows = await portal.service.db.serviceMember.findMany({ where: { userId } });
  const [first] = rows.filter(({ cloudId }) => cloudId === numbers[0]);
  if (journey === "change role") return first?.role === 100 && rows.length === 2;
  if (journey === "remove member") return first === undefined && rows.length === 1;
  return rows.length === 0 && subject !== "";
}

async function userIdOf({ journey, subject }: PortalWork): Promise<number> {
  if (journey !== "remove person") return Number(subject);
  const { email } = await portal.db.personRemoval.findUniqueOrThrow({ where: { id: subject } });
  return (await portal.service.db.serviceUser.findUniqueOrThrow({ where: { email } })).id;
}

/** The people whom Portico has in the place after one more reading, and those whom the service has, each with their role. */
async function listBoth({ cloudId, projectId }: PortalWork): Promise<[kept: string, there: string]> {
  const place = await getPlace(projectId === "" ? { cloudId } : { cloudId, projectId });
  await readPeople(place, { since: new Date() });
  const { db } = portal.service;
  const kept = await membersOf(portal.db, place).list({ isRemoved: false });
  const there =
    projectId === ""
      ? (await db.serviceMember.findMany({ where: { cloudId: numbers[0] ?? 0 } })).map(
          ({ userId, role }) => [userId, role] as const,
        )
      : (await db.serviceProjectMember.findMany({ where: { projectId: projectNumber } })).map(
          ({ id, role }) => [id, role] as const,
        );
  const known = (rows: readonly (readonly [number, number | null])[]): string =>
    JSON.stringify(rows.toSorted(([one], [other]) => one - other));
  return [known(kept.map(({ serviceId, role }) => [Number(serviceId), role] as const)), known(there)];
}

/** The person tries again, or the queue does; no fault is in the way now. */
async function again({ work }: BrokenRun): Promise<string> {
  await portal.db.connection.update({
    where: { id: work.connectionId },
    data: { baseUrl: portal.service.baseUrl, authUrl: portal.service.baseUrl },
  });
  return doPortalWork(work).catch((thrown: unknown) => String(thrown));
}

describe.each(JOURNEYS)("%s of a %s, broken at every message of both wires", (journey, of) => {
  test("is done in the end, to nobody else, with no false word", { timeout: 7_200_000 }, async () => {
    const prepareWork = (origin: string): Promise<PortalWork> => prepare(journey, of, origin);
    const [whole] = await countedLoop(seats, prepareWork, [UNBROKEN]);
    expect(whole).toMatchObject({ broken: null, said: '"DONE"' });
    if (whole === undefined) throw new Error("There was no unbroken run.");
    const { messages } = whole;
    const plan = planBreakages(whole, STEP, journey === "remove person");
    const runs = await countedLoop(seats, prepareWork, plan);
    const wrong: string[] = [];
    let uncertain = 0;
    for (const run of runs) {
      const { work, broken, breakage, said } = run;
      const userId = await userIdOf(work);
      const told = `${journey}, ${breakage} at ${broken ?? "nothing"}: ${said ?? "killed"}`;
      if (said === '"DONE"' && journey !== "remove person" && !(await isDone(work, userId))) {
        wrong.push(`said to be done: ${told}`);
      }
      const ended = await again(run);
      if (journey === "remove person") {
        const { counts, stopReason } = await getRemoval(actor, work.subject);
        const isNamed = counts.REMOVED + counts.NOT_THERE === 2;
        if (!isNamed) uncertain += 1;
        if (isNamed !== (await isDone(work, userId))) {
          wrong.push(`not named: ${told}; ${JSON.stringify({ counts, stopReason })}`);
        }
      } else if (!(await isDone(work, userId))) wrong.push(`never done: ${told}; then ${ended}`);
      const [kept, there] = await listBoth(work);
      if (kept !== there) {
        wrong.push(`not what the service has: ${told}`);
      }
    }
    expect(wrong).toEqual([]);
    const ofBystander = { where: { userId: bystander, role: 100 } };
    expect(await portal.service.db.serviceMember.count(ofBystander)).toBe(2);
    expect(await portal.service.db.serviceProjectMember.count(ofBystander)).toBe(1);
    const hung = runs.filter((run) => run.hung).length;
    const figures = { journey: `${journey}, ${of}`, messages, runs: runs.length, hung, uncertain };
    if (REPORT !== undefined) await appendFile(REPORT, `${JSON.stringify(figures)}\n`);
  });
});
