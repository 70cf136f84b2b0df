/** Shared by the tests of export formats: a snapshot of an answer, a file of it in any format, and the product's read-back. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach } from "vitest";
import {
  BOOLEAN_WORDS,
  exportOptionsSchema,
  PLAIN_OPTIONS,
  type ExportOptions,
  type ExportProfile,
} from "#lib/elements/files/options.ts";
import { makeExportTable, type ExportTable, type Selection } from "#lib/elements/files/table.ts";
import { openSnapshot, type Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import type { AboutLine, Written } from "#lib/elements/files/written.ts";
import { layOut } from "#lib/elements/files/layout.ts";
import { readBack, writeExportFile } from "#lib/elements/files/write.ts";
import { makeScratchFolder } from "#tests/support/scratch.ts";
import { streamOf } from "./table.ts";

export type MadeFile = {
  path: string;
  written: Written;
  table: ExportTable;
  options: ExportOptions;
  /** Reads another file in place of this one. */
  check: (path: string) => Promise<void>;
};

/** Any choice of what a CSV file offers. */
export const anyCsvOptions: fc.Arbitrary<Partial<ExportOptions>> = fc.record({
  decimalMark: fc.constantFrom("." as const, "," as const),
  delimiter: fc.constantFrom(";" as const, "\t" as const, "|" as const),
  quoteAll: fc.boolean(),
  byteOrderMark: fc.boolean(),
  unitInHeading: fc.boolean(),
  longId: fc.boolean(),
  lineEnd: fc.constantFrom("crlf" as const, "lf" as const),
  booleans: fc.constantFrom(...BOOLEAN_WORDS),
  missingAs: fc.constantFrom("", "n/a", "MISSING"),
  noneAs: fc.constantFrom("", "NULL", "#N/A"),
  emptyAs: fc.constantFrom("", "EMPTY"),
  headings: fc.constantFrom("joined" as const, "twoRows" as const),
});

/** A folder for each test, and files in it. */
export function useExportFolder() {
  let folder = "";
  let made = 0;
  let snapshots: Snapshot[] = [];

  beforeEach(async () => {
    folder = await makeScratchFolder("export");
  });
  afterEach(async () => {
    await Promise.all(snapshots.map((snapshot) => snapshot.close()));
    snapshots = [];
    await rm(folder, { recursive: true, force: true });
  });

  const desk = {
    snapshotOf: async (answer: string | object): Promise<Snapshot> => {
      const snapshot = await openSnapshot(await desk.storeAnswer(answer));
      snapshots.push(snapshot);
      return snapshot;
    },

    /** The same as the elements of a class. */
    sourceOf: async (answer: string | object, ifcClass = "IfcDoor") => ({
      ifcClass,
      snapshot: await desk.snapshotOf(answer),
    }),

    /** A snapshot's folder, for tests that open and close the snapshot themselves. */
    storeAnswer: async (answer: string | object): Promise<string> => {
      const dir = join(folder, `snapshot-${String(made++)}`);
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      await writeSnapshot({ source: streamOf(text), dir });
      return dir;
    },

    /** Writes a file and has the product read it back. */
    fileOf: (
      sources: readonly { ifcClass: string; snapshot: Snapshot }[],
      profile: ExportProfile,
      changes: Partial<ExportOptions> = {},
      selection: Selection | null = null,
    ): Promise<MadeFile> => {
      const whole = selection === null && sources.length === 1 ? (sources[0]?.snapshot ?? null) : null;
      return desk.fileOfTable(makeExportTable(sources, selection), profile, changes, whole);
    },

    /** The same for a table that was made elsewhere. */
    fileOfTable: async (
      table: ExportTable,
      profile: ExportProfile,
      changes: Partial<ExportOptions> = {},
      whole: Snapshot | null = null,
      about: readonly AboutLine[] = [],
    ): Promise<MadeFile> => {
      const work = join(folder, `file-${String(made++)}`);
      await mkdir(work);
      const path = join(work, "elements");
      const options = exportOptionsSchema.parse({ ...PLAIN_OPTIONS[profile], ...changes });
      const progress = { signal: new AbortController().signal, advance: () => undefined };
      const given = { table, layout: layOut(table, options), whole, profile, options, about, progress };
      const written = await writeExportFile({ ...given, path });
      const check = (other: string): Promise<void> => readBack({ ...given, path: other, written });
      await check(path);
      return { path, written, table, options, check };
    },
  };
  return desk;
}
