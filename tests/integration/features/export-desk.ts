/**
 * Shared by the tests of exports: a portal with one model, small and large tables, runs started and awaited, files downloaded, and
 * everything restored between two tests.
 */
import { afterEach, beforeEach } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { setClock } from "#lib/core/clock.ts";
import { isActive } from "#lib/core/export-states.ts";
import { newId } from "#lib/core/ids.ts";
import { inEnglish } from "#lib/core/texts.ts";
import { sweepSnapshots } from "#lib/features/elements/eviction.ts";
import { startExport } from "#lib/features/exports/commands.ts";
import {
  getExportRun,
  openExportFile,
  openExportRecord,
  type ExportRunView,
} from "#lib/features/exports/queries.ts";
import { sweepExports } from "#lib/features/exports/retention.ts";
import type { StartExportInput } from "#lib/features/exports/schema.ts";
import type { ExportProfile } from "#lib/elements/files/options.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { askUntil } from "#tests/support/until.ts";
import { ELEMENTS, manyDoors, useElementPortal } from "./element-portal.ts";

/**
 * Starts a portal for the tests of one file, with jobs running at the start of each test.
 * @param isKept whether tables stay open for the file's later tests
 */
export async function useExportDesk({ isKept = false } = {}) {
  const portal = await useElementPortal("revit2020-ifc4-rooms.ifc");
  const [modelId = 0] = portal.models;
  await portal.stopJobs();
  beforeEach(() => portal.startJobs());
  afterEach(async () => {
    await portal.stopJobs();
    portal.proxy.clear();
    await portal.db.exportRun.deleteMany({});
    await portal.db.$executeRaw`delete from graphile_worker._private_jobs`;
    if (!isKept) {
      await portal.db.snapshot.deleteMany({});
      await sweepSnapshots();
    }
    await desk.removeOrphansNow();
  });

  const desk = {
    portal,
    modelId,

    /** Opens a class's table; returns its id. */
    openTable: async (ifcClass = "IfcDoor"): Promise<string> =>
      (await portal.openTable(modelId, ifcClass)).id,

    /** A table large enough for a run to be interrupted in the middle. */
    openLargeTable: (doors: number): Promise<string> => {
      portal.proxy.inject("GET", ELEMENTS, answer(200, manyDoors(doors)));
      return desk.openTable();
    },

    start: (snapshotId: string, actor: Actor = portal.staff, profile: ExportProfile = "programs") =>
      startExport(actor, { key: exportKey(), snapshotIds: [snapshotId], profile }),

    ended: (run: { id: string }): Promise<ExportRunView> => exportEnded(portal.staff, run),

    download: async (run: { id: string }, actor: Actor = portal.staff): Promise<Buffer> => {
      const file = await openExportFile(actor, run.id);
      const bytes = Buffer.concat(await Array.fromAsync(file.stream));
      if (bytes.length !== file.bytes) throw new Error("the download has not the length it states");
      return bytes;
    },

    publishedFiles: () => getStorage().listChildren("exports"),

    /** Removes files that belong to no run, which are otherwise left alone for a while. */
    removeOrphansNow: async (): Promise<void> => {
      const undo = setClock(() => Date.now() + 3_600_000);
      await sweepExports();
      undo();
    },
  };
  return desk;
}

/** A key as a form has it. */
export function exportKey(): string {
  return newId();
}

function exportEnded(actor: Actor, { id }: { id: string }): Promise<ExportRunView> {
  const hasEnded = ({ state }: ExportRunView): boolean => !isActive(state);
  return askUntil("the run ends", () => getExportRun(actor, id), hasEnded);
}

/** Makes one file, and gives it with its record. @throws Error the reason, where there is none */
export async function exportFile(
  actor: Actor,
  input: StartExportInput,
): Promise<{ bytes: Buffer; record: unknown }> {
  const { id, failure } = await exportEnded(actor, await startExport(actor, input));
  if (failure !== null) throw new Error(inEnglish(failure));
  const file = await openExportFile(actor, id);
  const record = await openExportRecord(actor, id);
  return {
    bytes: Buffer.concat(await Array.fromAsync(file.stream)),
    record: await new Response(record.stream).json(),
  };
}
