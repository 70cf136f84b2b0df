/*
 * Writes an element table as CSV. The fast path writes the plain file of a whole class; plain code writes everything else, such as views,
 * several classes and chosen marks. Where both can write a file, both write the same.
 */
import { guardText, isFormulaText } from "#lib/elements/formula.ts";
import { frontCell, type Layout } from "../layout.ts";
import type { ExportOptions, ExportProfile } from "../options.ts";
import { iterateText, writePieces, type TextRows } from "../pieces.ts";
import type { FormatWritten, WriteFile } from "../written.ts";
import { writesWhole, csvOptions } from "./options.ts";
import { iterateWholeCsv } from "./fast/write.ts";
import { CsvFields } from "./fields.ts";

export type CsvTable = TextRows & {
  readonly layout: Layout;
  /** A CSV profile. */
  readonly profile: ExportProfile;
  readonly options: ExportOptions;
  /** Called once, at the end: texts that got an apostrophe, headings not counted. */
  readonly onGuarded?: ((guardedCells: number) => void) | undefined;
};

/** Writes the whole table to a new file. @throws ElementsError of the table, CANCELLED; the system's errors of the disk */
export async function writeCsv(given: WriteFile): Promise<FormatWritten> {
  const { table, layout, whole, profile, options, path, progress } = given;
  const { signal } = progress;
  const csv = csvOptions(profile, options);
  const headings = headingsIn(layout, csv.guardsFormulas);
  let guardedCells = csv.guardsFormulas ? layout.headingRows.flat().filter(isFormulaText).length : 0;
  const digest = await writePieces(path, (bytesSoFar) => {
    const onRows = (rows: number): void => progress.advance(rows, bytesSoFar());
    const onGuarded = (count: number): void => {
      guardedCells += count;
    };
    const [first = []] = headings;
    const isPlain = options.headings === "joined" && !options.longId;
    return whole !== null && isPlain && writesWhole(csv)
      ? iterateWholeCsv(whole, { ...csv, headingRow: first, onRows, onGuarded }, signal)
      : iterateCsvLines({ table, layout, profile, options, signal, onRows, onGuarded });
  });
  return { ...digest, headings, guardedCells };
}

/** The file in pieces of UTF-8. @throws ElementsError of the table */
export async function* iterateCsvLines(given: CsvTable): AsyncGenerator<Uint8Array> {
  const { layout, profile, options, onGuarded } = given;
  const csv = csvOptions(profile, options);
  const fields = new CsvFields(csv);
  const headings = headingsIn(layout, csv.guardsFormulas).map((row) => fields.headings(row));
  yield* iterateText(given, fields.start + headings.join(""), (row) => {
    const line = layout.fronts.map((front) => fields.cell(frontCell(front, row)));
    for (const cell of row.cells) line.push(fields.cell(cell));
    return fields.line(line);
  });
  onGuarded?.(fields.guardedCells);
}

/** The rows of headings as the file has them; guarding never makes two headings equal. */
function headingsIn({ headingRows }: Layout, guardsFormulas: boolean): readonly (readonly string[])[] {
  return guardsFormulas ? headingRows.map((row) => row.map(guardText)) : headingRows;
}
