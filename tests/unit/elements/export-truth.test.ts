import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { csvOptions } from "#lib/elements/files/csv/options.ts";
import { PLAIN_OPTIONS, type CsvProfile, type ExportProfile } from "#lib/elements/files/options.ts";
import { scanTable } from "#lib/elements/files/forecast/scan.ts";
import { PARQUET_COLUMNS_MAX } from "#lib/elements/files/parquet/forecast.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { listFixtures, read, readFixture } from "../ifc/support.ts";
import { useExportFolder, type MadeFile } from "./export-desk.ts";
import {
  compareFile,
  NO_VALUE,
  parseKeepingDigits,
  readCsv,
  readJsonLines,
  readParquetByDuckDb,
  readParquetFile,
  readXlsxFile,
  type ForeignAnswer,
  type ForeignFile,
} from "./foreign-readers.ts";
import { failureOf } from "./table.ts";

const { sourceOf, fileOf } = useExportFolder();

/** By what the profile's options say, with a mark for no value. */
const csvOf =
  (profile: CsvProfile) =>
  async (path: string): Promise<ForeignFile> =>
    readCsv(await readFile(path), csvOptions(profile, { ...PLAIN_OPTIONS[profile], noneAs: NO_VALUE }));
/** Each format with its readers, none of which shares code with Portico. */
const READERS = {
  programs: [csvOf("programs")],
  spreadsheets: [csvOf("spreadsheets")],
  xlsx: [readXlsxFile],
  parquet: [readParquetByDuckDb, readParquetFile],
  json: [readJsonLines],
} as const satisfies Record<ExportProfile, readonly ((path: string) => Promise<ForeignFile>)[]>;

const FORMATS = Object.keys(READERS) as (keyof typeof READERS)[];
/** In how many formats each class is written: in the gate in one, so that each format gets every fifth class of every file. */
const FORMATS_EACH = repeatsOf(FORMATS.length);

/** How many texts of a file for spreadsheets the forecast says are changed. */
async function foreseenChanges({ table }: MadeFile): Promise<number> {
  const { losses, formulaHeadings } = await scanTable(table, null, undefined, 60_000);
  return (losses.formula?.count ?? 0) + formulaHeadings.joined.plain;
}

/** The product itself also reads each file back before `fileOf` returns. The expected values never passed through our reader. */
it.each(listFixtures())(
  "every cell of every class of %s is in the files what the answer says, by foreign readers, and changed as foreseen",
  async (name) => {
    const { classes, files } = await read(readFixture(name));
    const names = Object.keys(classes);
    expect(names.length).toBeGreaterThan(0);
    let compared = 0;
    for (const [at, ifcClass] of names.entries()) {
      const text = files[`${ifcClass}.json`] ?? "";
      const answer = parseKeepingDigits(text) as ForeignAnswer;
      const source = await sourceOf(text, ifcClass);
      for (let turn = 0; turn < FORMATS_EACH; turn++) {
        const format = FORMATS[(at + turn) % FORMATS.length] ?? "programs";
        if (format === "parquet" && source.snapshot.meta.columns.length > PARQUET_COLUMNS_MAX) {
          expect(await failureOf(fileOf([source], format))).toBe("BAD_OPTION");
          continue;
        }
        const made = await fileOf([source], format, { noneAs: NO_VALUE });
        if (format === "spreadsheets")
          expect(await foreseenChanges(made), ifcClass).toBe(made.written.guardedCells);
        for (const reader of READERS[format])
          compared += compareFile(await reader(made.path), answer, `${ifcClass} ${format} ${reader.name}`);
      }
    }
    expect(compared).toBeGreaterThan(0);
  },
);
