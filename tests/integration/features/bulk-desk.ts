/** Shared by the tests of bulk runs: runs started over some models and awaited, archives downloaded and unpacked. */
import { afterEach, beforeEach } from "vitest";
import type { StartBulkInput } from "#lib/features/exports/bulk-schema.ts";
import { openBulkArchive } from "#lib/features/exports/bulk/archive.ts";
import { startBulk } from "#lib/features/exports/bulk/commands.ts";
import { getBulkRun, type BulkRunView } from "#lib/features/exports/bulk/queries.ts";
import type { Fault } from "#tests/support/fault-delivery.ts";
import { unpack } from "#tests/support/unpack.ts";
import { askUntilNoLonger } from "#tests/support/until.ts";
import { useElementPortal, type ElementPortal } from "./element-portal.ts";
import { exportKey } from "./export-desk.ts";

export type Report = {
  summary: string;
  files: {
    name: string;
    model: { id: number };
    sha256: string;
    rows: number;
    readBack: string;
    guardedCells: number | null;
    lost: { title: string; detail: string }[];
    absent: { model: string | null; columns: string[]; conditions: string[] }[];
  }[];
  failed: { model: { id: number }; reason: string }[];
  leftOut: { modelId: number | null; modelName: string | null; reason: string; asked: boolean }[];
};

/** Starts a portal with these models for the tests of one file; jobs run from the start of each test, and none leaves anything behind. */
export async function useBulkDesk(...fixtures: string[]) {
  const portal = await useElementPortal(...fixtures);
  const { models } = portal;
  await portal.stopJobs();
  beforeEach(() => portal.startJobs());
  afterEach(async () => {
    await portal.stopJobs();
    const { db, proxy } = portal;
    proxy.clear();
    await db.exportRun.deleteMany({});
    await db.bulkRun.deleteMany({});
    await db.snapshot.deleteMany({});
    await db.$executeRaw`delete from graphile_worker._private_jobs`;
  });

  const elementsOf = (modelId: number): RegExp => new RegExp(`/ifc/${String(modelId)}/element/simple`);
  return {
    portal,
    models,
    ...makeBulkDesk(portal, models),

    /** The service's answers about the elements of a model. */
    inject: (modelId: number, fault: Fault, times?: number) =>
      portal.proxy.inject("GET", elementsOf(modelId), fault, times),

    requestsFor: (modelId: number): number => portal.proxy.count("GET", elementsOf(modelId)),
  };
}

export function makeBulkDesk(portal: ElementPortal, models: readonly number[]) {
  const { staff, cloudId, projectId } = portal;
  const desk = {
    start: (change: Partial<StartBulkInput> = {}): Promise<BulkRunView> =>
      startBulk(staff, {
        key: exportKey(),
        cloudId,
        projectId,
        which: "chosen",
        models: models.map(String),
        classes: ["IfcDoor"],
        profile: "programs",
        form: "files",
        onLoss: "write",
        ...change,
      }),

    ended: ({ id }: { id: string }): Promise<BulkRunView> =>
      askUntilNoLonger("the bulk run ends", "running", () => getBulkRun(staff, id)),

    download: async (run: { id: string }): Promise<Buffer> => {
      const { stream } = await openBulkArchive(staff, run.id);
      return Buffer.concat(await Array.fromAsync(stream));
    },

    /** Files of the archive by name, and its report. */
    files: async (run: { id: string }): Promise<{ files: Map<string, Buffer>; report: Report }> => {
      const files = await unpack(await desk.download(run));
      return { files, report: JSON.parse(files.get("report.json")?.toString() ?? "null") as Report };
    },
  };
  return desk;
}
