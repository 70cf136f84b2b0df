/**
 * What must have become of a round of work whose Portico was killed in the middle (killed-midway.ts): each check waits for the end, then
 * compares with the stored data. Starts and settles only what a person would.
 */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "@playwright/test";
import { manyDoorsHeading, manyDoorsLine, type ManyDoors } from "./many-doors.ts";
import type { ServiceCaller } from "./service-caller.ts";
import type { TwoInstances } from "./two-instances.ts";
import { until } from "./until.ts";

/** For each condition waited for. */
export const ROUND_LIMIT_MS = 300_000;
const LIMIT_MS = ROUND_LIMIT_MS;
/** As many as a list sends at once. */
const UNDER_WAY_MAX = 5;

export type MidwayWork = {
  doors: Required<Pick<ManyDoors, "count" | "properties">>;
  /** Models that are waiting or being processed at the kill. */
  models: number;
  addresses: number;
  /** The store holds files up shortly before the kill, so that even small work is interrupted in the middle. */
  isHeld: boolean;
};

export type Round = {
  ground: TwoInstances;
  work: MidwayWork;
  name: string;
  service: ServiceCaller;
  staff: BrowserContext;
  /** At the service. */
  projectPath: string;
  /** In the portal. */
  projectPage: string;
  projectId: string;
  cloudId: string;
  first: number;
};

/** Operations of one kind that were started in this round's Cloud. */
export const operationsOf = ({ cloudId }: Round, kind: "INVITE" | "UPLOAD") => ({
  kind,
  context: { path: ["cloudId"], equals: cloudId },
});

export async function expectExport({ ground, staff, projectId, work }: Round): Promise<void> {
  const where = { projectId };
  const run = await until(
    "the export has come to its end",
    () => ground.db.exportRun.findFirst({ where: { ...where, state: { in: ["DONE", "FAILED"] } } }),
    LIMIT_MS,
  );
  const columns = manyDoorsHeading(work.doors).split(",").length;
  assert.deepEqual([run.state, run.rowsDone, run.columns], ["DONE", work.doors.count, columns]);
  assert.equal(await ground.db.exportRun.count({ where }), 1);
  const file = await staff.request.get(`/api/exports/${run.id}/file`);
  const [heading, ...lines] = (await file.text()).trimEnd().split("\r\n");
  assert.equal(heading, manyDoorsHeading(work.doors));
  assert.equal(lines.length, work.doors.count);
  assert.equal(
    lines.findIndex((line, n) => line !== manyDoorsLine(n, work.doors)),
    -1,
  );
}

/** Every address was tried once; what was being sent at the kill is uncertain until a person checks. @returns how many are */
export async function expectList(round: Round, page: Page): Promise<number> {
  const { db } = round.ground;
  const { addresses } = round.work;
  const where = operationsOf(round, "INVITE");
  const state = async () =>
    (await db.invitationRun.findFirstOrThrow({ where: { cloudId: round.cloudId } })).state;
  const stands = await until(
    "the list stands",
    async () => {
      const found = await state();
      return found !== "RUNNING" && found;
    },
    LIMIT_MS,
  );
  if (stands === "PAUSED") {
    await page.reload();
    await page.getByRole("button", { name: /^Send the other/ }).click();
    await until("the list has ended", async () => (await state()) === "ENDED", LIMIT_MS);
  }
  await until(
    "what was on its way at the kill is found to be uncertain",
    async () => (await db.operation.count({ where: { ...where, state: "SENDING" } })) === 0,
    LIMIT_MS,
  );
  const states = await db.operation.groupBy({ by: ["state"], where, _count: true });
  const counts = new Map<string, number>(states.map(({ state: key, _count }) => [key, _count]));
  const done = counts.get("DONE") ?? 0;
  const uncertain = counts.get("UNKNOWN") ?? 0;
  assert.equal(done + uncertain, addresses, JSON.stringify([...counts]));
  assert.ok(uncertain <= UNDER_WAY_MAX, `${String(uncertain)} addresses are uncertain`);
  assert.equal(await db.attempt.count({ where: { operation: where } }), addresses);
  const records = await db.serviceInvitation.count({ where: { cloud: { name: round.name } } });
  assert.ok(records >= done && records <= addresses, `${String(records)} invitations at the service`);
  const twice = await db.$queryRaw`select recipient from outbox_mail group by 1 having count(*) > 1`;
  assert.deepEqual(twice, []);
  return uncertain;
}

/** The received half is no document; the portal says that it does not know, or that nothing was sent, and has tried once. */
export async function expectUpload(round: Round): Promise<void> {
  const { db } = round.ground;
  const where = operationsOf(round, "UPLOAD");
  const upload = await until(
    "the cut upload has a state",
    () =>
      db.operation.findFirst({ where: { ...where, state: { not: "SENDING" } }, include: { attempts: true } }),
    LIMIT_MS,
  );
  assert.ok(["UNKNOWN", "NOT_SENT"].includes(upload.state), upload.state);
  assert.equal(upload.attempts.length, 1);
}

/** Of each model one set of answers is stored, the one that its row names; those of interrupted readings are removed. */
export async function expectNothingLeft({ ground, name }: Round): Promise<void> {
  const models = await ground.db.serviceModel.findMany({
    where: { project: { cloud: { name } } },
    select: { id: true, answersKey: true },
  });
  const wanted = models.map(({ answersKey }) => `here/${String(answersKey)}`).toSorted();
  await until(
    "nothing is left of what was broken off",
    async () => {
      const kept = (await ground.store.names()).flatMap((key) => /^.*\/models\/(\d+)\/[^/]+/.exec(key) ?? []);
      const ids = new Set(models.map(({ id }) => String(id)));
      const folders = new Set<string>();
      for (let at = 0; at < kept.length; at += 2)
        if (ids.has(kept[at + 1] ?? "")) folders.add(kept[at] ?? "");
      return JSON.stringify([...folders].toSorted()) === JSON.stringify(wanted);
    },
    LIMIT_MS,
  );
}
