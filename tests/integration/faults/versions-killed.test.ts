/**
 * Uploads, each as the next version of the previous one. Each is killed with kill -9 at a different message of its wires to the service and
 * to the database. There is one series with one newest version. A program that asks for the newest meanwhile always gets one
 * readable version, never an older one than before.
 */
import { afterAll, expect, test } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { listModels } from "#lib/features/models/queries.ts";
import { getNewestVersion } from "#lib/features/models/versions.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { listSeries } from "#lib/features/versions/registry.ts";
import { addRows } from "#tests/support/add-rows.ts";
import { checkHistory } from "#tests/support/check-history.ts";
import { openSeat } from "#tests/support/counted-loop.ts";
import { doPortalWork, type PortalWork } from "#tests/support/portal-work.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { until } from "#tests/support/until.ts";
import { connect, formKey, startPortal } from "../features/portal.ts";
import { sweepAfterRestart } from "../features/jobs.ts";

/** `npm run proof -- repeats` takes at least fifty uploads, and every message. */
const UPLOADS = repeatsOf(50, 8);
const LIMIT_MS = 1_500_000;
const NOTE = "Looked at the list of models";

const portal = await startPortal();
const actor = await portal.actor();
const { origin: serviceOrigin, databaseUrl } = portal.service;
const seat = await openSeat({ serviceOrigin, databaseUrl, patienceMs: 300 });
const credentials = await portal.service.register("versions-killed");
const connectionId = await connect(portal.db, { baseUrl: `${seat.service.origin}/service`, ...credentials });
const cloud = await createCloud(actor, { key: formKey(), connectionId, name: "Versions" });
const cloudId = cloud.cloudId ?? "";
const project = await createProject(actor, { key: formKey(), cloudId, name: "Blok" });
const work: Omit<PortalWork, "key" | "subject" | "replaces"> = {
  actor,
  journey: "upload",
  connectionId,
  cloudId,
  projectId: project.projectId ?? "",
};
/** The same project at the service, seen through a portal that uploads nothing and has an intact wire. */
const onlookerId = await openOnlooker(credentials);
afterAll(async () => {
  await seat.close();
  await portal.stop();
});

async function openOnlooker(credentials: { clientId: string; secret: string }): Promise<string> {
  const connectionId = await connect(portal.db, { baseUrl: portal.service.baseUrl, ...credentials });
  const [cloudId, projectId] = [newId(), newId()];
  const own = await portal.db.project.findUniqueOrThrow({
    where: { id: work.projectId },
    include: { cloud: true },
  });
  await addRows(databaseUrl, [
    ["cloud", { id: cloudId, connection_id: connectionId, service_id: own.cloud.serviceId }],
    ["project", { id: projectId, service_id: own.serviceId, status: "A" }],
  ]);
  return projectId;
}

const statusOf = async (modelId: number): Promise<string> =>
  (await portal.db.serviceModel.findUniqueOrThrow({ where: { id: modelId } })).status;

/** The person sends the form once more. What remains uncertain is looked up and settled; what is missing is uploaded again. */
async function bringToItsEnd(upload: PortalWork): Promise<void> {
  await sweepAfterRestart();
  if ((await doPortalWork(upload)) === "DONE") return;
  const { id, state } = await portal.db.operation.findUniqueOrThrow({ where: { key: upload.key } });
  expect(state).toBe("UNKNOWN");
  const restore = setClock(() => Date.now() + 3_600_000);
  try {
    const { candidates } = await findCandidates(actor, id);
    expect(candidates.length).toBeLessThanOrEqual(1);
    const [found] = candidates;
    if (found !== undefined) {
      const { serviceId } = found;
      await settleOperation(actor, { id, decision: "exists", serviceId, note: NOTE });
      return;
    }
    await settleOperation(actor, { id, decision: "absent", note: NOTE });
  } finally {
    restore();
  }
  expect(await doPortalWork({ ...upload, key: formKey() })).toBe("DONE");
}

/** The models at the service in order of arrival. */
async function madeModels(): Promise<number[]> {
  const rows = await portal.db.serviceModel.findMany({ orderBy: { id: "asc" }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Asks for the newest version again and again, as a program at a live address does. */
function startAsking(anyVersion: number): { stop: () => Promise<{ answers: number[]; troubles: string[] }> } {
  const [answers, troubles]: [number[], string[]] = [[], []];
  const over = new AbortController();
  const ask = async (): Promise<boolean> => {
    try {
      const { modelId } = await getNewestVersion(actor, onlookerId, anyVersion);
      if (modelId !== answers.at(-1)) answers.push(modelId);
      if ((await statusOf(modelId)) !== "C") troubles.push(`${String(modelId)} was not ready`);
    } catch (thrown) {
      troubles.push(String(thrown));
    }
    return over.signal.aborted;
  };
  const asking = until("the uploads are over", ask, LIMIT_MS);
  return {
    stop: async () => {
      over.abort();
      await asking;
      return { answers, troubles };
    },
  };
}

test(
  "uploads as versions, killed at message after message: one series, one newest",
  { timeout: LIMIT_MS },
  async () => {
    const first = { ...work, key: formKey(), subject: "tower.ifc" };
    expect(await doPortalWork(first)).toBe("DONE");
    const [oldest = 0] = await madeModels();
    await portal.db.serviceModel.update({ where: { id: oldest }, data: { status: "C" } });
    const expected = [oldest];
    let last = oldest;
    let ready = oldest;

    const take = async (at: number): Promise<number> => {
      const next = { ...work, key: formKey(), subject: "tower.ifc", replaces: last };
      const run = await seat.run(() => Promise.resolve(next), { breakage: "kill", at });
      // The service continues whatever happens to the portal; every seventh file fails there, and is never the newest.
      const read = async (): Promise<void> => {
        const modelId = (await madeModels())[expected.length];
        if (modelId === undefined || (await statusOf(modelId)) !== "P") return;
        expect(await getNewestVersion(actor, work.projectId, oldest)).toMatchObject({ modelId: ready });
        const status = expected.length % 7 === 6 ? "E" : "C";
        await portal.db.serviceModel.update({ where: { id: modelId }, data: { status } });
        if (status === "C") ready = modelId;
        expect(await getNewestVersion(actor, work.projectId, oldest)).toMatchObject({ modelId: ready });
      };
      await read();
      await bringToItsEnd(next);
      await read();
      const models = await madeModels();
      // Done once: one model more than before, whenever the kill came.
      expect(models, `killed at message ${String(at)}: ${run.broken ?? "none"}`).toHaveLength(
        expected.length + 1,
      );
      last = models.at(-1) ?? 0;
      expected.push(last);
      const series = await listSeries(work.projectId);
      expect(series).toHaveLength(1);
      expect(series[0]?.versions.map(({ modelId }) => modelId)).toEqual(expected.toReversed());
      return run.messages;
    };

    const messages = await take(Number.POSITIVE_INFINITY);
    const asking = startAsking(oldest);
    const rounds = repeatsOf(Math.max(UPLOADS - 1, messages), UPLOADS - 1);
    for (let round = 0; round < rounds; round += 1) {
      await take(1 + (Math.floor((round * Math.max(messages, rounds)) / rounds) % messages));
    }
    const { answers, troubles } = await asking.stop();

    expect(troubles).toEqual([]);
    // Versions only move forward, and every answer is a version that became ready.
    expect(answers).toEqual(answers.toSorted((one, other) => one - other));
    expect(answers.length).toBeGreaterThan(UPLOADS / 2);
    const { models, older } = await listModels(actor, work.projectId);
    expect(models.filter(({ version }) => version?.isNewest)).toHaveLength(1);
    expect(new Set(models.map(({ version }) => version?.seriesId)).size).toBe(1);
    expect(older.flatMap(({ versions }) => versions).length).toBeGreaterThanOrEqual(UPLOADS * 0.8 - 2);
    const heads = await portal.db.serviceDocument.findMany({ where: { headId: null } });
    expect(heads).toHaveLength(1);
    const { violations } = await checkHistory(portal.db, portal.dataDir);
    expect(violations).toEqual([]);
  },
);
