/** What an installation holds before an upgrade, and the check that all of it is there afterwards. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Browser, BrowserContext } from "@playwright/test";
import { type PrismaClient } from "#lib/db/client.ts";
import { openDb } from "#tests/support/connected.ts";
import { runCommand } from "#tests/support/command.ts";
import { listChanges, readRows, type Row, type Tables } from "#tests/support/kept-rows.ts";
import { beginHalfUpload, findProject, judgeAddresses } from "#tests/support/portal-steps.ts";
import type { ProductAccess } from "#tests/support/product.ts";
import { untilRead } from "#tests/support/ready-model.ts";
import { openService } from "#tests/support/service-caller.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

const MODEL = new URL("../fixtures/ifc/schependomlaan-houten-kozijnen.ifc", import.meta.url).pathname;
const CLOUDS = 5;
const ADDRESSES = 40;
const LIMIT_MS = 300_000;

export type Filled = {
  tables: string[];
  rows: number;
  migrations: number;
  before: Tables;
  /** People who were signed in. */
  staff: BrowserContext;
  /** Address in the portal → digest of its answer. */
  files: Record<string, string>;
  /** Address at the service → its answer. */
  answers: Record<string, string>;
};

/** Created through the portal's pages and the service's interface, as people and applications do; nothing is running at the end. */
export async function fillProduct(browser: Browser, access: ProductAccess): Promise<Filled> {
  const service = await openService(access);
  const answers: Record<string, string> = {};
  for (let n = 1; n <= CLOUDS; n += 1) {
    const cloud = await service.post("/cloud", { name: `Upgrade ${String(n)}` });
    const project = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok A" });
    const path = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
    const { model_id: id } = await service.upload(path, MODEL);
    await untilRead(service, path, [id], LIMIT_MS);
    const address = `${path}/ifc/${String(id)}/element/simple?type=IfcDoor`;
    answers[address] = JSON.stringify(await service.get(address));
  }
  await using db = openDb(access.databaseUrl);
  const staff = await signInStaff(browser, access);
  const { projectId, cloudId, projectPage } = await findProject(staff, "Upgrade 1", "Blok A");
  const file = await exportElements(staff, db, projectPage);
  await sendList(staff, db, cloudId);
  // Checked and not sent.
  await (await judgeAddresses(staff, cloudId, "draft.example", 10)).close();
  const half = await beginHalfUpload(staff, access.origin, projectId);
  await until(
    "it is on its way",
    () => db.operation.count({ where: { kind: "UPLOAD", state: "SENDING" } }),
    LIMIT_MS,
  );
  half.destroy();
  await until("nothing is on its way", () => isQuiet(db), LIMIT_MS);
  const names = await db.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> '_prisma_migrations' order by 1`;
  const tables = names.map(({ name }) => name);
  const before = await readRows(access.databaseUrl, tables);
  const full = tables.filter((table) => (before[table]?.size ?? 0) > 0);
  const rows = full.reduce((sum, table) => sum + (before[table]?.size ?? 0), 0);
  const files = { [file]: await digestOf(staff, `${access.origin}${file}`) };
  return { tables: full, rows, migrations: await countMigrations(db), before, staff, files, answers };
}

async function exportElements(staff: BrowserContext, db: PrismaClient, projectPage: string): Promise<string> {
  const page = await staff.newPage();
  await page.goto(projectPage);
  // The heads are links as well: they sort.
  await page.getByRole("table", { name: "Models" }).locator("tbody").getByRole("link").first().click();
  await page.getByRole("grid").waitFor({ timeout: LIMIT_MS });
  await page.getByRole("gridcell").first().waitFor({ timeout: LIMIT_MS });
  await page.getByRole("button", { name: /^Export/ }).click();
  // The earlier version's table may lack columns.
  const run = await until(
    "exported",
    () => db.exportRun.findFirst({ where: { state: "DONE" }, select: { id: true } }),
    LIMIT_MS,
  );
  await page.close();
  return `/api/exports/${run.id}/file`;
}

async function sendList(staff: BrowserContext, db: PrismaClient, cloudId: string): Promise<void> {
  const list = await judgeAddresses(staff, cloudId, "upgrade.example", ADDRESSES);
  await list.getByRole("button", { name: `Invite ${String(ADDRESSES)} people` }).click();
  await until("the list is sent", () => db.invitationRun.count({ where: { state: "ENDED" } }), LIMIT_MS);
  await list.close();
}

/** No call is open, and the queue has nothing to do. */
async function isQuiet(db: PrismaClient): Promise<boolean> {
  const open = await db.operation.count({ where: { state: { in: ["SENDING", "PREPARED"] } } });
  const [jobs] = await db.$queryRaw<
    { due: bigint }[]
  >`select count(*) as due from graphile_worker.jobs where run_at <= now()`;
  return open === 0 && jobs?.due === 0n;
}

async function digestOf(staff: BrowserContext, url: string): Promise<string> {
  const answer = await staff.request.get(url);
  assert.equal(answer.status(), 200, url);
  return createHash("sha256")
    .update(await answer.body())
    .digest("hex");
}

/** Rows about who is at work right now: another process has others. */
const ABOUT_PROCESSES = new Set(["instance"]);
/** Written by every visit of a page. */
const BY_VISITS = /^staff_session .*\.last_seen_at$/;
/** Written whenever the ledger is read, which the present version does by itself (docs/decisions/0073). */
const BY_READING = /^(?:cloud .*\.invitations_(?:read|tried)_at|invitation .*\.(?:listed_at|mail_seen_at))$/;
/** Written at a start whose version calls the connection to the built-in service by another name. */
const BY_NAME = /^connection .*\.(?:name|version|updated_at)$/;

/** @throws AssertionError when something has changed */
export async function expectKept(
  access: ProductAccess,
  { before, migrations, staff, files, answers }: Filled,
): Promise<{ migrations: number; states: string }> {
  const tables = Object.keys(before);
  await using db = openDb(access.databaseUrl);
  // A complete round of the jobs that look after interrupted work takes at most 15 seconds.
  const [started] = await db.$queryRaw<{ at: Date }[]>`select now() as at`;
  await until(
    "the sweepers have been round",
    async () => {
      const rows = await db.$queryRaw<
        { over: boolean }[]
      >`select now() > ${started?.at}::timestamptz + interval '20 seconds' as over`;
      return rows[0]?.over;
    },
    LIMIT_MS,
  );
  const after = await readRows(access.databaseUrl, tables);
  const changes = listChanges(before, after).filter(
    (change) =>
      !ABOUT_PROCESSES.has(change.split(" ")[0] ?? "") &&
      !BY_VISITS.test(change) &&
      !BY_READING.test(change) &&
      !BY_NAME.test(change),
  );
  assert.deepEqual(changes, []);
  for (const table of ["operation", "attempt", "invitation", "outbox_mail", "mailbox_message"])
    assert.equal(after[table]?.size, before[table]?.size, table);
  for (const table of tables.filter((name) => name.startsWith("service_")))
    assert.equal(after[table]?.size, before[table]?.size, table);
  const installation = { DATABASE_URL: access.databaseUrl, PORTICO_DATA_DIR: access.dataDir };
  const verified = await runCommand("audit", [], installation);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  for (const [path, digest] of Object.entries(files))
    assert.equal(await digestOf(staff, `${access.origin}${path}`), digest, path);
  const service = await openService(access);
  for (const [path, answer] of Object.entries(answers))
    assert.equal(JSON.stringify(await service.get(path)), answer, path);
  const applied = (await countMigrations(db)) - migrations;
  return { migrations: applied, states: describeStates(before["operation"]) };
}

async function countMigrations(db: PrismaClient): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`select count(*) as count from _prisma_migrations`;
  return Number(row?.count ?? 0);
}

function describeStates(operations: ReadonlyMap<string, Row> | undefined): string {
  const states = Map.groupBy(operations?.values() ?? [], ({ state }) => String(state));
  return [...states].map(([state, rows]) => `${String(rows.length)} ${state}`).join(", ");
}
