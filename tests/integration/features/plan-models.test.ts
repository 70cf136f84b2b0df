import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { planCommands } from "#lib/features/plans/kind.ts";
import { attachFile, dropFile, sweepPlanFiles } from "#lib/features/plans/files.ts";
import { getPlanDetails, getPlanFile } from "#lib/features/plans/queries.ts";
import { rehearsePlan } from "#lib/features/plans/rehearsing.ts";
import { modelFieldsSchema } from "#lib/features/plans/schema.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { untilNoJobIsLeft } from "./jobs.ts";
import { uniqueName, usePlanDesk } from "./plan-desk.ts";
import { pieces } from "./portal.ts";

const DOCUMENT = /\/document$/;
const FIXTURE = "tests/fixtures/ifc/air-terminal-propertykinds-ifc4.ifc";

const desk = await usePlanDesk();
const { portal, sanne } = desk;

test("models: their files are chosen first, read in the rehearsal, uploaded once, and not kept after", async () => {
  const { db, proxy } = portal;
  const name = uniqueName("Models");
  const projects = [{ name: "Block A", models: ["good.ifc", "broken.ifc"] }];
  const id = await desk.prepareFile({ portico_plan: 1, cloud: { name }, projects });
  await expect(planCommands.start(sanne, id)).rejects.toMatchObject({ code: "CONFLICT" });
  const stepOf = async (title: string): Promise<string> =>
    (await desk.steps(id)).find((step) => step.title === title)?.id ?? "";
  const good = await readFile(FIXTURE, "utf8");
  await attach(id, await stepOf("good.ifc"), "replaced afterwards");
  await attach(id, await stepOf("good.ifc"), good);
  await attach(id, await stepOf("broken.ifc"), "no model at all");
  await expect(attach(id, await stepOf("Block A"), good)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await filesOf(id)).toBe(2);

  await desk.work();
  expect(await desk.rehearsed(id)).toMatchObject({ state: "DONE", outcomes: { CREATED: 3, REFUSED: 1 } });
  const words = new Map((await desk.steps(id)).map(({ title, rehearsed }) => [title, rehearsed?.words]));
  expect(words.get("good.ifc")).toMatch(/accepts the file and reads it as IFC/);
  expect(words.get("broken.ifc")).toMatch(/cannot read it/);
  expect((await desk.atService(name)).clouds).toBe(0);
  expect(JSON.parse((await getPlanFile(sanne, id)).text)).toMatchObject({ projects });

  proxy.inject("POST", DOCUMENT, { kind: "resetAfter" });
  await planCommands.start(sanne, id);
  expect(await desk.stopped(id)).toMatchObject({ state: "WAITING", outcomes: { UNKNOWN: 1 } });
  const { settleHref } = await desk.plan(id);
  const model = await db.serviceModel.findFirstOrThrow({ where: { project: { cloud: { name } } } });
  const note = "Seen on the platform, on the project's page.";
  await desk.settle(settleHref?.split("/").at(-1) ?? "", model.id, note);
  await desk.ended(id);
  const documents = await db.serviceDocument.findMany({ where: { project: { cloud: { name } } } });
  expect(documents.map(({ fileName }) => fileName).sort()).toEqual(["broken.ifc", "good.ifc"]);
  // The one that was settled by hand is kept for a week; the one that the service confirmed is not.
  expect(await filesOf(id)).toBe(1);
  await db.plan.update({ where: { id }, data: { stateSince: new Date(0) } });
  await sweepPlanFiles();
  expect(await filesOf(id)).toBe(0);
});

test("a rehearsal whose file is replaced is forgotten; one whose file was sent ends, and says so", async () => {
  const projects = [{ name: "Block A", models: ["good.ifc"] }];
  const id = await desk.prepareFile({ portico_plan: 1, cloud: { name: uniqueName("Replaced") }, projects });
  const model = (await desk.steps(id)).find(({ title }) => title === "good.ifc");
  await attach(id, model?.id ?? "", "first");
  await rehearsePlan(sanne, id);
  await attach(id, model?.id ?? "", "second");
  expect((await getPlanDetails(sanne, id)).rehearsal).toBeNull();

  await rehearsePlan(sanne, id);
  const step = await portal.db.planStep.findUniqueOrThrow({ where: { id: model?.id ?? "" } });
  await dropFile(step.id, modelFieldsSchema.parse(step.fields));
  await desk.work();
  const { state, problem } = await desk.rehearsalEnd(id);
  expect(state).toBe("FAILED");
  expect(problem).toMatch(/good\.ifc is no longer here.*The rehearsal sent nothing to any other service/);
  await untilNoJobIsLeft();
  expect(await portal.db.serviceCloud.count({ where: { name: { startsWith: "Replaced" } } })).toBe(0);
});

test("a draft that is discarded takes its files with it", async () => {
  const projects = [{ name: "Block A", models: ["good.ifc"] }];
  const id = await desk.prepareFile({ portico_plan: 1, cloud: { name: uniqueName("Gone") }, projects });
  const [, , model] = await desk.steps(id);
  await attach(id, model?.id ?? "", "anything");
  await expect(attach(id, model?.id ?? "", "")).rejects.toMatchObject({ code: "VALIDATION" });
  expect(await filesOf(id)).toBe(1);
  await planCommands.discard(sanne, id);
  expect(await filesOf(id)).toBe(0);
});

function attach(planId: string, stepId: string, text: string): Promise<unknown> {
  const { signal } = new AbortController();
  const sizeBytes = Buffer.byteLength(text);
  return attachFile(sanne, { planId, stepId, content: pieces(text), sizeBytes, signal });
}

async function filesOf(planId: string): Promise<number> {
  let count = 0;
  for await (const file of getStorage().iterateFiles(`plans/${planId}`)) count += file.size > 0 ? 1 : 0;
  return count;
}
