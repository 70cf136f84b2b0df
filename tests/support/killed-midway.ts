/**
 * Kills one of two Porticos with kill -9 in the middle of an upload, of processing models, of a list of invitations and of an export; then
 * checks that the other one finishes everything, and that nothing is done twice. Checks concern only this round's things, so several rounds
 * may share a ground.
 */
import assert from "node:assert/strict";
import type { ClientRequest } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import {
  expectExport,
  expectList,
  expectNothingLeft,
  expectUpload,
  operationsOf,
  ROUND_LIMIT_MS as LIMIT_MS,
  type MidwayWork,
  type Round,
} from "./midway-checks.ts";
import { killEverything } from "./kill-all.ts";
import { writeManyDoors } from "./many-doors.ts";
import type { Product } from "./product.ts";
import { beginHalfUpload, findProject, judgeAddresses } from "./portal-steps.ts";
import { untilRead } from "./ready-model.ts";
import { openService } from "./service-caller.ts";
import { signInStaff } from "./sign-in.ts";
import { serverPid, type TwoInstances } from "./two-instances.ts";
import { until } from "./until.ts";

/** What was in progress at the kill, and its outcome. */
export type MidwayResult = {
  exportState: string;
  modelsReading: number;
  addressesSent: number;
  /** How many addresses stayed uncertain, for a person to check. */
  uncertain: number;
  secondsToEnd: number;
};

type AtKill = Pick<MidwayResult, "exportState" | "modelsReading" | "addressesSent"> & { at: Date };

/**
 * Both must be running. The proxy leads to the survivor afterwards; the victim is gone.
 * @throws AssertionError when something was lost, or done twice
 */
export async function killMidway(
  ground: TwoInstances,
  browser: Browser,
  [victim, survivor]: readonly [Product, Product],
  work: MidwayWork,
): Promise<MidwayResult> {
  const round = await prepare(ground, browser, victim, work);
  const { service, staff, projectPath, projectPage, first } = round;
  const file = join(ground.folder, "many-doors.ifc");
  const domain = `${round.name.replace(/\W/g, "").toLowerCase()}.example`;
  const list = await judgeAddresses(staff, round.cloudId, domain, work.addresses);
  const page = await staff.newPage();
  // The other one sleeps, so that all work is the victim's. Requests in flight must not keep the browser waiting.
  ground.lead(victim);
  process.kill(serverPid(survivor), "SIGSTOP");
  const queued: number[] = [];
  let atKill: AtKill;
  let startMs = 0;
  try {
    ground.proxy.cut(Number(new URL(survivor.access.origin).port));
    await page.goto(`${projectPage}/models/${String(first)}?type=IfcDoor`);
    await page.getByRole("grid").waitFor({ timeout: LIMIT_MS });
    if (work.isHeld) ground.store.pause("GET");
    for (let n = 0; n < work.models; n += 1) queued.push((await service.upload(projectPath, file)).model_id);
    const middle = await bringToItsMiddle(round, page, list, queued);
    ({ atKill } = middle);
    await killEverything(victim.pid, victim.access.dataDir);
    startMs = performance.now();
    middle.cut.destroy();
  } finally {
    ground.store.resume();
    process.kill(serverPid(survivor), "SIGCONT");
  }
  ground.lead(survivor);
  // Expires the victim's leases, as some minutes would.
  await ground.db.attempt.updateMany({
    where: { outcome: null, startedAt: { lt: atKill.at } },
    data: { leaseUntil: new Date(0) },
  });

  await expectExport(round);
  await untilRead(service, projectPath, [first, ...queued], LIMIT_MS);
  const where = { project: { cloud: { name: round.name } } };
  assert.equal(await ground.db.serviceDocument.count({ where }), 1 + work.models);
  assert.equal(await ground.db.serviceModel.count({ where }), 1 + work.models);
  const uncertain = await expectList(round, list);
  await expectUpload(round);
  await expectNothingLeft(round);
  await staff.close();
  const { exportState: state, modelsReading, addressesSent } = atKill;
  const secondsToEnd = (performance.now() - startMs) / 1000;
  return { exportState: state, modelsReading, addressesSent, uncertain, secondsToEnd };
}

/** Starts the export, the half upload and the list, and waits until everything is in progress at once. */
async function bringToItsMiddle(
  round: Round,
  page: Page,
  list: Page,
  queued: readonly number[],
): Promise<{ atKill: AtKill; cut: ClientRequest }> {
  const { ground, staff, projectId, work } = round;
  const exportIt = () => page.getByRole("button", { name: /^Export/ }).click();
  if (work.isHeld) {
    await until("a model is being read", async () => (await countReading(round, queued)) > 0, LIMIT_MS);
    ground.store.pause();
    await exportIt();
    await until("the export is under way", async () => (await exportState(round)) !== null, LIMIT_MS);
  }
  // An upload that stands still is ended after a while, so it begins late; before the list, which does not wait for it.
  const cut = await beginHalfUpload(staff, ground.proxy.origin, projectId);
  await until("the upload is under way", async () => (await countUploading(round)) > 0, LIMIT_MS);
  await list.getByRole("button", { name: `Invite ${String(work.addresses)} people` }).click();
  await until("a part of the list has gone out", async () => (await countSent(round)) > 20, LIMIT_MS);
  if (!work.isHeld) await exportIt();
  const atKill = await until("all is under way", () => findAllUnderWay(round, queued), LIMIT_MS);
  return { atKill, cut };
}

async function prepare(
  ground: TwoInstances,
  browser: Browser,
  victim: Product,
  work: MidwayWork,
): Promise<Round> {
  const access = ground.everywhere(victim);
  const service = await openService(access);
  const name = `Shared ${String(Date.now())}`;
  const cloud = await service.post("/cloud", { name });
  const project = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok A" });
  const projectPath = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
  const file = join(ground.folder, "many-doors.ifc");
  await writeManyDoors(file, work.doors);
  const { model_id: first } = await service.upload(projectPath, file);
  const staff = await signInStaff(browser, access);
  const { projectPage, cloudId, projectId } = await findProject(staff, name, "Blok A");
  await untilRead(service, projectPath, [first], LIMIT_MS);
  return { ground, work, name, service, staff, projectPath, projectPage, projectId, cloudId, first };
}

function countSent(round: Round): Promise<number> {
  return round.ground.db.operation.count({ where: { ...operationsOf(round, "INVITE"), state: "DONE" } });
}

function countUploading(round: Round): Promise<number> {
  return round.ground.db.operation.count({ where: { ...operationsOf(round, "UPLOAD"), state: "SENDING" } });
}

function countReading({ ground }: Round, queued: readonly number[]): Promise<number> {
  return ground.db.serviceModel.count({ where: { id: { in: [...queued] }, status: "I" } });
}

/** The state of the running export; null when there is none. */
async function exportState({ ground, projectId }: Round): Promise<string | null> {
  const state = { in: ["READING" as const, "WRITING" as const, "VERIFYING" as const] };
  const run = await ground.db.exportRun.findFirst({ where: { projectId, state }, select: { state: true } });
  return run?.state ?? null;
}

/** Waits for a moment when a model is being processed, an export written, a list half sent and an upload running, all at once. */
async function findAllUnderWay(round: Round, queued: readonly number[]): Promise<AtKill | null> {
  const [modelsReading, state, addressesSent, uploads] = await Promise.all([
    countReading(round, queued),
    exportState(round),
    countSent(round),
    countUploading(round),
  ]);
  if (addressesSent === round.work.addresses)
    throw new Error(
      `the list was sent before the rest was under way: ${JSON.stringify({ modelsReading, state, uploads })}`,
    );
  return modelsReading > 0 && state !== null && uploads > 0
    ? { exportState: state.toLowerCase(), modelsReading, addressesSent, at: new Date() }
    : null;
}
