/**
 * The work with many people, projects and plans against a service that has only the six documented operations: everything works, people
 * settle what cannot be read, and nothing is concluded from what is not listed.
 */
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test } from "vitest";
import { cancelInvitation, refreshPeople, remindPerson } from "#lib/features/invitations/commands.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { iterateLedgerCsv } from "#lib/features/invitations/csv.ts";
import { settleListed } from "#lib/features/invitations/lists/settling.ts";
import { eraseAddress } from "#lib/features/erasure/commands.ts";
import { confirmJoined } from "#lib/features/invitations/upkeep.ts";
import { listOperations } from "#lib/features/operations/queries.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { planCommands } from "#lib/features/plans/kind.ts";
import { preparePlan } from "#lib/features/plans/drafts.ts";
import { runPlan } from "#lib/features/plans/jobs.ts";
import { getPlanDetails, listPlanSteps } from "#lib/features/plans/queries.ts";
import { projectListCommands } from "#lib/features/projects/lists/kind.ts";
import { prepareProjectList } from "#lib/features/projects/lists/drafts.ts";
import { createListed } from "#lib/features/projects/lists/jobs.ts";
import { getProjectList } from "#lib/features/projects/lists/queries.ts";
import { listProjects } from "#lib/features/projects/queries.ts";
import { checkHistory } from "#tests/support/check-history.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { switchOffNeighbours } from "#tests/support/six-operations.ts";
import { INVITE, manyAddresses, useListDesk } from "../features/list-desk.ts";
import { formKey } from "../features/portal.ts";

const desk = await useListDesk();
const { portal, sanne } = desk;
const moveClock = useMovedClock();
const NOTE = "The operator of the platform has looked.";

beforeEach(() => {
  switchOffNeighbours(portal.proxy);
});

const check = async (): Promise<void> => {
  expect((await checkHistory(portal.db, portal.dataDir)).violations).toEqual([]);
};

test("uncertain addresses of a list: nobody pretends to have read them, a person settles them", async () => {
  const { proxy } = portal;
  // Before the router's refusals, because earlier rules win.
  proxy.clear();
  proxy.inject("POST", INVITE, { kind: "resetAfter" }, 2);
  switchOffNeighbours(proxy);
  const id = await desk.start(manyAddresses(8, "six-uncertain.nl"));
  await desk.startJobs();
  expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", uncertain: 2 });
  await desk.stopJobs();
  await expect(settleListed(sanne, id)).rejects.toMatchObject({ expected: true });
  const needing = { needsPerson: true, cloudId: desk.cloudId() };
  const { rows: open } = await listOperations(sanne, needing);
  expect(open).toHaveLength(2);
  for (const operation of open) {
    const settled = await settleOperation(sanne, { id: operation.id, decision: "exists", note: NOTE });
    expect(settled.cause).toBe("Confirmed by hand: the invitation exists.");
  }
  expect(await desk.list(id)).toMatchObject({ uncertain: 0, outcomes: { DONE: 6, RESOLVED_DONE: 2 } });
  expect(await desk.records()).toBe(8);
  await check();
});

test("projects from a file are created one by one and stand in the registry", async () => {
  const text = "name,description\nBlok A,Noord\nBlok B,Zuid\nBlok A,again\n";
  const cloudId = desk.cloudId();
  const id = await prepareProjectList(sanne, { key: formKey(), cloudId, text });
  await projectListCommands.start(sanne, id);
  await createListed({ listId: id }, { jobId: "six", attempt: 1, signal: new AbortController().signal });
  expect(await getProjectList(sanne, cloudId, id)).toMatchObject({
    state: "ENDED",
    outcomes: { DONE: 2 },
  });
  const { rows } = await listProjects(sanne, cloudId);
  expect(rows.map((row) => row.name).sort()).toEqual(["Blok A", "Blok B"]);
  await check();
});

test("a plan waits at an uncertain project, and goes on with the number that a person has read", async () => {
  const { connectionId, db, proxy } = portal;
  // Before the router's refusals, because earlier rules win.
  proxy.clear();
  proxy.inject("POST", /\/project$/, { kind: "resetAfter" });
  switchOffNeighbours(proxy);
  const name = `Six planned ${formKey().slice(0, 8)}`;
  const form = { key: formKey(), connectionId, name, projects: "Blok\n  Vloer", people: "anna@six.example" };
  const planId = await preparePlan(sanne, form);
  await planCommands.start(sanne, planId);
  const go = async (): Promise<string> => {
    await runPlan({ planId }, { jobId: "six", attempt: 1, signal: new AbortController().signal });
    return (await getPlanDetails(sanne, planId)).plan.state;
  };
  expect(await go()).toBe("WAITING");
  expect(await db.serviceProject.count({ where: { name: "Vloer", cloud: { name } } })).toBe(0);
  const made = await db.serviceProject.findFirstOrThrow({ where: { name: "Blok", cloud: { name } } });
  const steps = await listPlanSteps(sanne, { planId });
  const uncertain = steps.steps.find(({ outcome }) => outcome === "UNKNOWN");
  const id = uncertain?.operationHref?.split("/").at(-1) ?? "";
  await settleOperation(sanne, { id, decision: "exists", serviceId: made.id, note: NOTE });
  expect(await go()).toBe("ENDED");
  expect((await getPlanDetails(sanne, planId)).plan.outcomes).toEqual({ DONE: 3, RESOLVED_DONE: 1 });
  const below = await db.serviceProject.findFirstOrThrow({ where: { name: "Vloer", cloud: { name } } });
  expect(below.parentId).toBe(made.id);
  await check();
});

test("a list of addresses is judged, sent and exported; people remind, confirm and erase by hand", async () => {
  const id = await desk.start(`${manyAddresses(12)}\nnot an address\nperson.1@bouwgroep-oost.nl`);
  await desk.startJobs();
  expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 12, LEFT_OUT: 2 } });
  await desk.stopJobs();
  const cloudId = desk.cloudId();
  // Nothing is read, so nobody is reported as joined, declined or listed.
  expect((await refreshPeople(sanne, { cloudId }, { anew: true })).state).not.toBe("fresh");
  const page = await listInvitations(sanne, { cloudId });
  expect(page).toMatchObject({ total: 12, counts: { WAITING: 12, SENT: 12, MAIL_SEEN: 0 } });
  expect(page.rows.map((row) => row.stateWords)).toEqual(Array.from({ length: 12 }, () => "Sent"));
  let file = "";
  for await (const line of iterateLedgerCsv(sanne, { cloudId }, "programs")) file += line;
  const exported = parse<{ Address: string }>(file, { columns: true, bom: true });
  expect(exported.map((row) => row.Address)).toEqual(page.rows.map((row) => row.email));

  const [first, second, third] = page.rows.map((row) => row.id);
  const rowOf = async (wanted: string | undefined) =>
    (await listInvitations(sanne, { cloudId })).rows.find((row) => row.id === wanted);
  moveClock(25 * 3_600_000);
  const reminded = await remindPerson(sanne, { key: formKey(), invitationId: first ?? "" });
  expect(reminded.operation.state).toBe("DONE");
  moveClock(0);
  await expect(cancelInvitation(sanne, first ?? "")).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await rowOf(first))?.state).toBe("WAITING");
  await confirmJoined(sanne, { invitationId: second ?? "", note: NOTE });
  expect((await rowOf(second))?.state).toBe("JOINED");
  await check();
  // Last, because forgotten operations can no longer be compared with the service's rows.
  await eraseAddress(sanne, third ?? "");
  expect((await rowOf(third))?.email).toBe("(erased)");
});
