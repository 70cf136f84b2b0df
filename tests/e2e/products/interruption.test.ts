/**
 * Everything killed with SIGKILL in the middle of an upload, of readings and of an export of 50,000 rows and 40 columns, then started
 * again: the product recovers automatically, finishes or marks what was cut off, and loses nothing that was confirmed.
 */
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { createClient } from "#lib/db/client.ts";
import { closePages } from "#tests/support/browser.ts";
import { killEverything } from "#tests/support/kill-all.ts";
import { manyDoorsHeading, manyDoorsLine, writeManyDoors } from "#tests/support/many-doors.ts";
import { startProduct } from "#tests/support/product.ts";
import type { Product } from "#tests/support/product.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { untilRead } from "#tests/support/ready-model.ts";
import { beginHalfUpload, findProject } from "#tests/support/portal-steps.ts";
import { openService } from "#tests/support/service-caller.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

/** 50,000 rows of 40 columns. */
const DOORS = { count: 50_000, properties: 34 };
/** The first is being read at the kill; the others wait for their turn, and need not be large for that. */
const QUEUED = ["many-doors.ifc", "few-doors.ifc", "few-doors.ifc"];

let product: Product;
let files: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  files = await makeScratchFolder("interruption");
  await writeManyDoors(join(files, "many-doors.ifc"), DOORS);
  await writeManyDoors(join(files, "few-doors.ifc"), { count: 100 });
  product = await startProduct();
});

test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.remove();
  await removeScratchFolder(files);
});

test("killed in the middle of everything, it comes back and keeps its word", async ({ browser }) => {
  test.setTimeout(600_000);
  const first = product.access;
  const service = await openService(first);
  const cloud = await service.post("/cloud", { name: "Interrupted" });
  const project = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok A" });
  const projectPath = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
  const confirmed = await service.upload(projectPath, join(files, "many-doors.ifc"));
  await untilRead(service, projectPath, [confirmed.model_id]);

  const context = await signInStaff(browser, product.access);
  const { projectPage, projectId } = await findProject(context, "Interrupted", "Blok A");
  const page = await context.newPage();
  await page.goto(`${projectPage}/models/${String(confirmed.model_id)}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  const exportButton = page.getByRole("button", { name: /^Export/ });
  await exportButton.waitFor();
  const before = createClient(product.access.databaseUrl);
  const holding = new Client({ connectionString: product.access.databaseUrl });
  // The kill ends this connection too.
  holding.on("error", () => undefined);
  await holding.connect();
  await holding.query("BEGIN");
  const queued: number[] = [];
  for (const name of QUEUED) {
    queued.push((await service.upload(projectPath, join(files, name))).model_id);
    // A locked row keeps its state: the first model is still being read at the kill, however fast or slow this machine is.
    if (queued.length === 1)
      await holding.query("SELECT 1 FROM service_model WHERE id = $1 FOR UPDATE", queued);
  }
  // An upload that stands still is ended after a while, so it begins last.
  const cut = await beginHalfUpload(context, product.access.origin, projectId);
  await exportButton.click();
  const runId = await until("an export is under way while a model is being read", async () => {
    const run = await before.exportRun.findFirst({
      where: { state: { in: ["READING", "WRITING", "VERIFYING"] } },
    });
    const reading = await before.serviceModel.count({
      where: { id: { in: queued }, status: { in: ["P", "I"] } },
    });
    const sending = await before.operation.count({ where: { kind: "UPLOAD", state: "SENDING" } });
    return run !== null && reading > 0 && sending === 1 ? run.id : null;
  });
  await killEverything(product.pid, product.access.dataDir);
  cut.destroy();
  await before.$disconnect();
  await context.close();

  product = await startProduct({ dataDir: product.access.dataDir });
  const again = await openService(product.access);
  await untilRead(again, projectPath, [confirmed.model_id, ...queued], 300_000);
  expect(await again.get(`/cloud/${String(cloud.id)}`)).toMatchObject({
    id: cloud.id,
    name: "Interrupted",
  });
  const documents = (await again.get(`${projectPath}/document`)) as { name: string }[];
  expect(documents.map(({ name }) => name).toSorted()).toEqual(["many-doors.ifc", ...QUEUED].toSorted());

  const db = createClient(product.access.databaseUrl);
  const run = await until(
    "the export has come to its end",
    () => db.exportRun.findFirst({ where: { id: runId, state: { in: ["DONE", "FAILED"] } } }),
    180_000,
  );
  expect([run.state, run.rowsDone, run.columns]).toEqual(["DONE", DOORS.count, 40]);
  const upload = await until(
    "the cut upload is marked",
    () => db.operation.findFirst({ where: { kind: "UPLOAD", state: { not: "SENDING" } } }),
    180_000,
  );
  expect(["UNKNOWN", "NOT_SENT"]).toContain(upload.state);
  expect(await db.audit.count({ where: { operationId: upload.id } })).toBeGreaterThan(0);
  await db.$disconnect();

  // The account is the one that was created at the first start.
  const { adminPassword } = first;
  await using returned = await signInStaff(browser, { ...product.access, adminPassword });
  const file = await returned.request.get(`/api/exports/${runId}/file`);
  expect(file.status()).toBe(200);
  const [heading, ...lines] = (await file.text()).split("\r\n");
  expect(heading).toBe(manyDoorsHeading(DOORS));
  expect(lines.pop()).toBe("");
  expect(lines).toHaveLength(DOORS.count);
  expect(lines.findIndex((line, n) => line !== manyDoorsLine(n, DOORS))).toBe(-1);
});
