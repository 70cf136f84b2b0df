/*
 * Writes an element table as CSV. The fast path writes the plain file of a whole class; plain code writes everything else, such as views,
 * several classes and chosen marks. Where both can write a file, both write the same.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { guardText, isFormulaText } from "#lib/elements/formula.ts";
import { frontCell, type Layout } from "../layout.ts";
import type { ExportOptions, ExportProfile } from "../options.ts";
import { writePieces } from "../pieces.ts";
import type { ExportTable } from "../table.ts";
import type { WriteFile, Written } from "../written.ts";
import { writesWhole } from "./fast/options.ts";
import { iterateWholeCsv } from "./fast/write.ts";
import { CsvFields } from "./fields.ts";
import { csvOptions } from "./options.ts";

const PIECE_CHARACTERS = 128 * 1024;

export type CsvTable = {
  readonly table: ExportTable;
  readonly layout: Layout;
  /** A CSV profile. */
  readonly profile: ExportProfile;
  readonly options: ExportOptions;
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: ((rows: number) => void) | undefined;
  /** Called once, at the end: texts that got an apostrophe, headings not counted. */
  readonly onGuarded?: ((guardedCells: number) => void) | undefined;
};

/** Writes the whole table to a new file. @throws ElementsError of the table, CANCELLED; the system's errors of the disk */
export async function writeCsv(given: WriteFile): Promise<Written> {
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
      ? iterateWholeCsv(
          whole,
          { ...csv, headings: first, onRows, onDone: (done) => onGuarded(done.guardedCells) },
          signal,
        )
      : iterateCsvLines({ table, layout, profile, options, signal, onRows, onGuarded });
  });
  return { rows: table.rows, columns: headings[0]?.length ?? 0, ...digest, headings, guardedCells };
}

/** The file in pieces of UTF-8. @throws ElementsError of the table */
export async function* iterateCsvLines(given: CsvTable): AsyncGenerator<Uint8Array> {
  const { table, layout, profile, options, signal, onRows, onGuarded } = given;
  const csv = csvOptions(profile, options);
  const fields = new CsvFields(csv);
  let text = fields.start;
  for (const headings of headingsIn(layout, csv.guardsFormulas)) text += fields.headings(headings);
  let rows = 0;
  for await (const row of table.iterate(signal)) {
    const line = layout.fronts.map((front) => fields.cell(frontCell(front, row)));
    for (const cell of row.cells) line.push(fields.cell(cell));
    text += fields.line(line);
    rows++;
    if (text.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(text);
    text = "";
    onRows?.(rows);
    await nextTurn();
  }
  if (text !== "") yield Buffer.from(text);
  onRows?.(rows);
  onGuarded?.(fields.guardedCells);
}

/** The rows of headings as the file has them; guarding never makes two headings equal. */
function headingsIn({ headingRows }: Layout, guardsFormulas: boolean): readonly (readonly string[])[] {
  return guardsFormulas ? headingRows.map((row) => row.map(guardText)) : headingRows;
}
