/** Groups and sums as a file: one line for each group, the same lines as on the page. Small enough to be made in memory. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict } from "#lib/core/errors.ts";
import { currentLanguage, say, sayIn, t } from "#lib/core/texts.ts";
import { headingOf } from "#lib/elements/files/column-heading.ts";
import { csvLines, languageOfFile, type CsvField } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { iterateXlsx } from "#lib/elements/files/xlsx/write.ts";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import type { SumsGroup } from "#lib/elements/query/figures/sums.ts";
import { CLASS_COLUMN, type QueryColumn, type TableView } from "#lib/elements/query/types.ts";
import type { Cell, NumberCell } from "#lib/elements/wire.ts";
import { openElementTable, type ElementQuery } from "#lib/features/elements/queries.ts";
import type { TableState } from "#lib/features/elements/schema.ts";
import { exportFileName } from "#lib/elements/file-names.ts";
import { tellValue } from "#lib/features/views/condition-words.ts";
import { readTableSums, type TableSums } from "./queries.ts";
import type { SumsChoice } from "./write-sums.ts";

/** A file with more groups would be an export of the elements. */
export const GROUPS_IN_FILE_MAX = 20_000;

export type AskedSums = { query: ElementQuery; view: TableView; asked: SumsChoice | null };

/**
 * The groups as CSV.
 * @throws AppError NOT_FOUND; CONFLICT while the elements are being read or prepared, or for too many groups
 */
export async function makeSumsCsv(
  actor: Actor,
  asked: AskedSums,
  profile: CsvProfile,
  signal?: AbortSignal,
): Promise<{ fileName: string; text: string }> {
  const { sums, nameWith } = await open(actor, asked, signal);
  const language = languageOfFile(profile);
  const lines = sayIn(language, () => [
    headingsOf(sums),
    ...sums.sums.groups.map((group) => cellsOf(sums, group)),
  ]);
  return { fileName: nameWith("csv"), text: lines.map(csvLines(profile, language)).join("") };
}

/** The groups as a workbook. @throws as `makeSumsCsv` */
export async function makeSumsWorkbook(
  actor: Actor,
  asked: AskedSums,
  signal?: AbortSignal,
): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { sums, nameWith } = await open(actor, asked, signal);
  const headings = headingsOf(sums);
  const rows = sums.sums.groups.map((group) => cellsOf(sums, group));
  const table = { columns: [], hasClass: false, rows: rows.length, iterate: () => iterate(rows) };
  const layout = { fronts: [], headings, headingRows: [headings] };
  const options = { noneAs: "", language: currentLanguage() };
  const pieces: Uint8Array[] = [];
  for await (const piece of iterateXlsx({ table, layout, options, sheet: t("Sums"), signal }))
    pieces.push(piece);
  return { fileName: nameWith("xlsx"), bytes: Uint8Array.from(Buffer.concat(pieces)) };
}

async function* iterate(
  rows: readonly (readonly Cell[])[],
): AsyncGenerator<{ id: string; ifcClass: string; cells: readonly Cell[] }> {
  for (const cells of rows) yield await Promise.resolve({ id: "", ifcClass: "", cells });
}

async function open(
  actor: Actor,
  { query, view, asked }: AskedSums,
  signal: AbortSignal | undefined,
): Promise<{ sums: TableSums; nameWith: (ending: string) => string }> {
  requirePermission(actor, "elements:export");
  const opened = await openElementTable(actor, query);
  const tables = opened.state === "open" ? [opened.table, ...opened.more] : [];
  const ids = tables.flatMap(idOf);
  const limit = GROUPS_IN_FILE_MAX;
  const found =
    ids.length === 0 || ids.length < tables.length
      ? null
      : await readTableSums(actor, ids, { view, asked, limit }, signal);
  if (opened.state !== "open" || found?.state !== "answered")
    throw conflict(
      say("The elements are not ready yet, so there is no file. Open the sums page to see the progress."),
    );
  const { answer: sums } = found;
  if (sums.sums.groupCount > limit)
    throw conflict(
      say(
        "There are {count} groups; a file holds up to {limit}. Nothing was written. Group by fewer columns, or filter the table.",
        {
          count: sums.sums.groupCount,
          limit,
        },
      ),
    );
  const classes = sums.table.sources.map(({ ifcClass }) => ifcClass);
  const nameWith = (ending: string): string =>
    exportFileName(opened.modelName, classes, now(), ending).replace(/(?=-\d{4}-\d\d-\d\d\.)/, "-sums");
  return { sums, nameWith };
}

const idOf = (table: TableState): string[] => (table.state === "ready" ? [table.snapshot.id] : []);

function headingsOf({ choice }: TableSums): string[] {
  return [
    ...choice.groups.map(nameOf),
    t("Elements"),
    ...choice.sums.flatMap((column) => {
      const heading = nameOf(column);
      const withUnit = column.unit === null ? heading : `${heading} [${column.unit}]`;
      return [t("Sum of {heading}", { heading: withUnit }), t("Elements with {heading}", { heading })];
    }),
  ];
}

function nameOf(column: QueryColumn): string {
  if (column.id === CLASS_COLUMN) return "IfcClass";
  return headingOf({ ...column, origin: column.origin === "set" ? "set" : "attribute" });
}

function cellsOf({ choice }: TableSums, { values, rows, sums }: SumsGroup): Exclude<CsvField, number>[] {
  return [
    ...values.map(({ value, isCut }) => {
      if (value.kind === "number") return { kind: "number" as const, text: value.text };
      if (value.kind === "boolean") return value.value;
      return tellValue(value, (text) => (isCut ? `${text}…` : text));
    }),
    countCell(rows),
    ...choice.sums.flatMap((column, i) => {
      const { sum = null, numbers = 0 } = sums[i] ?? {};
      const isSaid = sum !== null && !column.unitConflict;
      const text = decimalOf(String(sum)) ?? String(sum);
      return [isSaid ? ({ kind: "number", text } as const) : null, countCell(numbers)];
    }),
  ];
}

const countCell = (count: number): NumberCell => ({ kind: "number", text: String(count) });
