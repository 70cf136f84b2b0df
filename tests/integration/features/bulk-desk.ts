/** Shared by the tests of bulk runs: runs started over some models and awaited, archives downloaded and unpacked. */
import type { StartBulkInput } from "#lib/features/exports/bulk-schema.ts";
import { openBulkArchive } from "#lib/features/exports/bulk/archive.ts";
import { startBulk } from "#lib/features/exports/bulk/commands.ts";
import { getBulkRun, type BulkRunView } from "#lib/features/exports/bulk/queries.ts";
import { unpack } from "#tests/support/unpack.ts";
import { until } from "#tests/support/until.ts";
import type { ElementPortal } from "./element-portal.ts";
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

/**
 * @param portal and models as they are when a test runs
 */
export function makeBulkDesk(portal: () => ElementPortal, models: () => readonly number[]) {
  const desk = {
    start: (change: Partial<StartBulkInput> = {}): Promise<BulkRunView> =>
      startBulk(portal().staff, {
        key: exportKey(),
        cloudId: portal().cloudId,
        projectId: portal().projectId,
        which: "chosen",
        models: models().map(String),
        classes: ["IfcDoor"],
        profile: "programs",
        form: "files",
        onLoss: "write",
        ...change,
      }),

    ended: (run: { id: string }): Promise<BulkRunView> =>
      until(
        "the bulk run ends",
        async () => {
          const view = await getBulkRun(portal().staff, run.id);
          return view.state === "running" ? null : view;
        },
        60_000,
      ),

    download: async (run: { id: string }): Promise<Buffer> => {
      const { stream } = await openBulkArchive(portal().staff, run.id);
      return Buffer.concat(await Array.fromAsync(stream));
    },

    /** Files of the archive by name, and its report. */
    files: async (run: { id: string }): Promise<{ files: Map<string, Buffer>; report: Report }> => {
      const files = await unpack(await desk.download(run));
      return { files, report: reportIn(files) };
    },

    /** Restores everything between two tests. */
    clear: async (): Promise<void> => {
      const { db, proxy } = portal();
      proxy.clear();
      await db.exportRun.deleteMany({});
      await db.bulkRun.deleteMany({});
      await db.snapshot.deleteMany({});
      await db.$executeRaw`delete from graphile_worker._private_jobs`;
    },
  };
  return desk;
}

/** The report in an archive. */
export function reportIn(files: Map<string, Buffer>): Report {
  return JSON.parse(files.get("report.json")?.toString() ?? "null") as Report;
}
