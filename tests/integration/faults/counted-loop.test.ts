import { appendFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import type { OperationState } from "#lib/db/client.ts";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { prepareList } from "#lib/features/invitations/lists/drafts.ts";
import { planCommands } from "#lib/features/plans/kind.ts";
import { preparePlan } from "#lib/features/plans/drafts.ts";
import { checkHistory } from "#tests/support/check-history.ts";
import { type BrokenRun, countedLoop, openSeats, UNBROKEN } from "#tests/support/counted-loop.ts";
import { planBreakages } from "#tests/support/fault-counter.ts";
import { doPortalWork, type Journey, type PortalWork } from "#tests/support/portal-work.ts";
import { connect, formKey, startPortal } from "../features/portal.ts";
import { sweepAfterRestart } from "../features/jobs.ts";

/** The proof takes every message and waits until the portal gives up; its figures go to this file. */
const REPORT = process.env["PORTICO_FAULT_REPORT"];
const STEP = Number(process.env["PORTICO_FAULT_STEP"] ?? 40);
const PATIENCE_MS = Number(process.env["PORTICO_FAULT_PATIENCE_MS"] ?? 300);
const SIDE_BY_SIDE = Number(process.env["PORTICO_FAULT_SIDE_BY_SIDE"] ?? 3);

const portal = await startPortal();
const actor = await portal.actor();
const home = { actor, connectionId: portal.connectionId, cloudId: "", projectId: "" };
const credentials = await portal.service.register("counted-loop");
const connectionId = await connect(portal.db, { baseUrl: portal.service.baseUrl, ...credentials });
const cloud = { ...home, connectionId, journey: "create cloud", key: formKey(), subject: "Loop" } as const;
await doPortalWork(cloud);
const row = await portal.db.cloud.findFirstOrThrow({ where: { name: "Loop" } });
const serviceCloudId = row.serviceId;
await doPortalWork({
  ...cloud,
  journey: "create project",
  key: formKey(),
  cloudId: row.id,
  subject: "Blok",
});
const serviceProjectId = (await portal.db.project.findFirstOrThrow({ where: { name: "Blok" } })).serviceId;
const { origin: serviceOrigin, databaseUrl } = portal.service;
const seats = await openSeats({ serviceOrigin, databaseUrl, patienceMs: PATIENCE_MS }, SIDE_BY_SIDE);
afterAll(async () => {
  await Promise.all(seats.map((seat) => seat.close()));
  await portal.stop();
});

let made = 0;

/** Separate work for every run: a connection through that run's proxy, with the cloud and project that exist already. */
async function prepareWork(journey: Journey, origin: string): Promise<PortalWork> {
  made += 1;
  const nth = String(made);
  const connectionId = await connect(portal.db, { baseUrl: `${origin}/service`, ...credentials });
  const [cloudId, projectId] = [newId(), newId()];
  const name = { name: "Loop", sortName: "loop" };
  await portal.db.cloud.create({ data: { id: cloudId, connectionId, serviceId: serviceCloudId, ...name } });
  await portal.db.project.create({
    data: { id: projectId, cloudId, serviceId: serviceProjectId, ...name, status: "A" },
  });
  const subject = {
    "create cloud": `Cloud ${nth}`,
    "create project": `Project ${nth}`,
    invite: `person-${nth}@example.org`,
    "invite list": journey === "invite list" ? await startSmallList(cloudId, nth) : "",
    upload: `model-${nth}.ifc`,
    plan: journey === "plan" ? await startSmallPlan(connectionId, nth) : "",
  }[journey];
  return { actor, journey, key: formKey(), subject, connectionId, cloudId, projectId };
}

/** The queue does not run its job here: the portal process that is broken does. */
async function startSmallList(cloudId: string, nth: string): Promise<string> {
  const addresses = ["anna", "bram"].map((name) => `${name}-${nth}@example.org`).join("\n");
  const id = await prepareList(actor, { key: formKey(), cloudId, addresses, role: "" });
  await invitationListCommands.start(actor, id);
  return id;
}

/** A Cloud, a project in it, an invited person: the three kinds of calls, each inside what the previous one created. */
async function startSmallPlan(connectionId: string, nth: string): Promise<string> {
  const [name, people] = [`Planned ${nth}`, `planned-${nth}@example.org`];
  const id = await preparePlan(actor, { key: formKey(), connectionId, name, projects: "Blok A", people });
  await planCommands.start(actor, id);
  return id;
}

/** The form that is still open in the browser is sent again, with the same key; no fault is in the way now. */
async function sendAgain({ work }: BrokenRun): Promise<string> {
  await portal.db.connection.update({
    where: { id: work.connectionId },
    data: { baseUrl: portal.service.baseUrl, authUrl: portal.service.baseUrl },
  });
  return doPortalWork(work);
}

/** For example "2/3": the second of three shares of the runs, which several processes run at the same time. */
const [SHARE = 1, SHARES = 1] = (process.env["PORTICO_FAULT_SHARE"] ?? "1/1").split("/").map(Number);
/** A neighbour's silent transaction holds the audit's lock until it is detected: whoever waits too long says so, and that is true. */
const HELD_UP =
  /The database does not answer right now|the database could not record the answer|The database stopped answering/;
const ALL: Journey[] = ["create cloud", "create project", "invite", "invite list", "upload", "plan"];
const NAMED = process.env["PORTICO_FAULT_JOURNEYS"]?.split(",");
const JOURNEYS = ALL.filter((journey) => NAMED?.includes(journey) !== false);

/** The longest kinds. */
const IN_TURN: ReadonlySet<Journey> = new Set(["invite list", "plan"]);

describe.each(JOURNEYS)("%s, broken at every message of both wires", (journey) => {
  test("nothing is done twice, nothing vanishes, no false word", { timeout: 7_200_000 }, async () => {
    const prepare = (origin: string): Promise<PortalWork> => prepareWork(journey, origin);
    const start = await checkHistory(portal.db, portal.dataDir);
    const [whole] = await countedLoop(seats, prepare, [UNBROKEN]);
    expect(whole).toMatchObject({ broken: null, said: '"DONE"' });
    if (whole === undefined) throw new Error("There was no unbroken run.");
    const { messages } = whole;
    const plan = planBreakages(whole, STEP, IN_TURN.has(journey));
    const share = plan.filter((_, index) => index % SHARES === SHARE - 1);
    const runs = await countedLoop(seats, prepare, share);
    const unbrokenRuns = runs.filter(({ broken, said }) => broken === null && !HELD_UP.test(said ?? ""));
    expect(unbrokenRuns.filter(({ said }) => said !== '"DONE"')).toEqual([]);
    await sweepAfterRestart();
    const before = await checkHistory(portal.db, portal.dataDir);
    expect(before.violations).toEqual([]);
    for (const run of runs) await sendAgain(run);
    const { violations, ...counts } = await checkHistory(portal.db, portal.dataDir);
    expect(violations).toEqual([]);
    // An uncertain one remains uncertain, even if its form is sent again; all others are done now.
    expect(counts.uncertain).toBe(before.uncertain);
    const over: OperationState[] = ["DONE", "UNKNOWN", "DONE_ID_LOST"];
    expect(await portal.db.operation.findMany({ where: { state: { notIn: over } } })).toEqual([]);
    const hung = runs.filter((run) => run.hung).length;
    const operations = counts.operations - start.operations;
    const uncertain = counts.uncertain - start.uncertain;
    const figures = { journey, messages, runs: runs.length, hung, operations, uncertain };
    if (REPORT !== undefined) await appendFile(REPORT, `${JSON.stringify(figures)}\n`);
  });
});
