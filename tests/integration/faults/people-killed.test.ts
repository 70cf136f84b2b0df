/**
 * A role change, a removal, and a removal from all clouds, each broken at message after message of its wires to the service and to the
 * database: done in the end, of nobody else, and never said to be done when it is not.
 */
import { appendFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { readInvitations } from "#lib/features/invitations/reading.ts";
import { startRemoval } from "#lib/features/people/removals/commands.ts";
import { getRemoval } from "#lib/features/people/removals/queries.ts";
import { type BrokenRun, countedLoop } from "#tests/support/counted-loop.ts";
import type { Breakage } from "#tests/support/fault-counter.ts";
import { doPortalWork, type PeopleJourney, type PortalWork } from "#tests/support/portal-work.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { connect, formKey, type Portal, startPortal } from "../features/portal.ts";

const JOURNEYS: readonly PeopleJourney[] = ["change role", "remove member", "remove person"];
const BREAKAGES: readonly Breakage[] = ["kill", "cut", "swallow"];
/** The proof takes every message; its figures go to this file. */
const REPORT = process.env["PORTICO_FAULT_REPORT"];
const STEP = Number(process.env["PORTICO_FAULT_STEP"] ?? 25);

let portal: Portal;
let actor: Actor;
let codeCache: string;
let credentials: { clientId: string; secret: string };
/** Two clouds of the service, each with an administrator who is never touched. */
let numbers: number[];
let bystander: number;
let made = 0;

beforeAll(async () => {
  codeCache = await makeScratchFolder("code-cache");
  portal = await startPortal();
  actor = await portal.actor();
  credentials = await portal.service.register("people-killed");
  const { db } = portal.service;
  const application = await db.serviceApplication.findFirstOrThrow({
    where: { clientId: credentials.clientId },
  });
  bystander = (await addUser("piet")).id;
  numbers = [];
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
});
afterAll(async () => {
  await portal.stop();
  await removeScratchFolder(codeCache);
});

function addUser(name: string): Promise<{ id: number; email: string }> {
  return portal.service.db.serviceUser.create({
    data: {
      sub: newId(),
      email: `${name}@example.org`,
      firstname: "An",
      lastname: "Other",
      passwordHash: "-",
    },
  });
}

/** Work of its own for every run: a person in both clouds, seen through a connection of that run's proxy. */
async function prepare(journey: PeopleJourney, origin: string): Promise<PortalWork> {
  made += 1;
  const { db } = portal;
  const { id, email } = await addUser(`anna-${String(made)}`);
  await portal.service.db.serviceMember.createMany({
    data: numbers.map((cloudId) => ({ cloudId, userId: id, role: 50 })),
  });
  const connectionId = await connect(db, { baseUrl: `${origin}/service`, ...credentials });
  const cloudIds: string[] = [];
  for (const number of numbers) {
    const cloudId = newId();
    cloudIds.push(cloudId);
    const name = { name: `Cloud ${String(number)}`, sortName: `cloud ${String(number)}` };
    await db.cloud.create({ data: { id: cloudId, connectionId, serviceId: BigInt(number), ...name } });
    await db.member.create({
      data: {
        cloudId,
        serviceId: BigInt(id),
        address: email,
        email,
        name: "",
        role: 50,
        foundAt: new Date(),
      },
    });
  }
  const [cloudId = ""] = cloudIds;
  const common = { actor, journey, key: formKey(), connectionId, cloudId, projectId: "" };
  if (journey !== "remove person") return { ...common, subject: String(id) };
  // Other runs' connections know other people: of this one, both clouds.
  return { ...common, subject: await startRemoval(actor, { address: email, count: 2 }) };
}

/** Whether the service has it as it was wanted; the person's number is the run's own. */
async function isDone({ journey, subject }: PortalWork, userId: number): Promise<boolean> {
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

/** The person does it again, or the queue does; nothing stands in the way now. */
async function again({ work }: BrokenRun): Promise<string> {
  await portal.db.connection.update({
    where: { id: work.connectionId },
    data: { baseUrl: portal.service.baseUrl, authUrl: portal.service.baseUrl },
  });
  return doPortalWork(work).catch((thrown: unknown) => String(thrown));
}

describe.each(JOURNEYS)("%s, broken at every message of both wires", (journey) => {
  test("is done in the end, to nobody else, with no false word", { timeout: 7_200_000 }, async () => {
    const stage = {
      serviceOrigin: portal.service.origin,
      databaseUrl: portal.service.databaseUrl,
      prepare: (origin: string) => prepare(journey, origin),
      codeCache,
      patienceMs: 300,
    };
    const [whole] = await countedLoop(stage, [{ breakage: "cut" as const, at: Number.POSITIVE_INFINITY }], 1);
    expect(whole).toMatchObject({ broken: null, said: '"DONE"' });
    const messages = whole?.messages ?? 0;
    const plan = BREAKAGES.flatMap((breakage, nth) =>
      Array.from({ length: Math.ceil(messages / STEP) }, (_, step) => ({
        breakage,
        at: 1 + nth * Math.floor(STEP / 3) + step * STEP,
      })),
    );
    const runs = await countedLoop(stage, plan, 3);
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
      const { connection, ...cloud } = await portal.db.cloud.findUniqueOrThrow({
        where: { id: work.cloudId },
        include: { connection: true },
      });
      await readInvitations({ ...cloud, connection }, { since: new Date() });
      const [kept, there] = await Promise.all([
        portal.db.member.findMany({ where: { cloudId: work.cloudId, isRemoved: false } }),
        portal.service.db.serviceMember.findMany({ where: { cloudId: numbers[0] ?? 0 } }),
      ]);
      const known = (rows: readonly (readonly [number, number | null])[]): string =>
        JSON.stringify(rows.toSorted(([one], [other]) => one - other));
      if (
        known(kept.map(({ serviceId, role }) => [Number(serviceId), role] as const)) !==
        known(there.map(({ userId: id, role }) => [id, role] as const))
      ) {
        wrong.push(`not what the service has: ${told}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await portal.service.db.serviceMember.count({ where: { userId: bystander, role: 100 } })).toBe(2);
    const hung = runs.filter((run) => run.hung).length;
    const figures = { journey, messages, runs: runs.length, hung, uncertain };
    if (REPORT !== undefined) await appendFile(REPORT, `${JSON.stringify(figures)}\n`);
  });
});
