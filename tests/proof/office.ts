/**
 * The proof `office`: LibreOffice and Python read what Portico wrote. Every class of every fixture, and 200 tables of random and hostile
 * values, as CSV in both profiles, as workbook, and as the table that a copied block puts on the clipboard. Workbooks, CSV for spreadsheets
 * and blocks contain no formula, even after LibreOffice has saved and opened them again. CSV for programs, which alters no text, shows that
 * the search would find one.
 */
import { mkdir, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { unguardText } from "#tests/support/told-headings.ts";
import { isSheetNumber } from "#lib/elements/spreadsheet.ts";
import { tellCell } from "#lib/elements/told-values.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { openScratch } from "#tests/support/scratch.ts";
import { makeFixtureFiles, makeHostileFiles, type Made, type OfficeProfile } from "./office/files.ts";
import { readFods, type OfficeCell, type OfficeTable } from "./office/fods.ts";
import { convert, findVersion, readByPython } from "./office/programs.ts";
import { notRun, proofOf, type Proof, type Say } from "./proof.ts";

const HOSTILE_TABLES = 200;
/** Files that people open in a spreadsheet, and what they paste into one. */
const GUARDED_PROFILES = ["spreadsheets", "xlsx", "block"] as const;
/** More columns than any class of a fixture has; a command's argument ends at 128 KiB. */
const AS_TEXT = Array.from({ length: 16_000 }, (_, i) => `${String(i + 1)}/2`).join("/");
/** Tokens: delimiter, quotation mark, UTF-8, first line, kinds of columns, language, quoted is text, dates and the like, … evaluate formulas. */
const FILTERS = {
  /** Every column as text, English. */
  programs: `CSV:44,34,76,1,${AS_TEXT},1033,false,false`,
  /** With the default settings, German, no dates. */
  spreadsheets: "CSV:59,34,76,1,,1031,false,false",
  /** The riskiest settings that a person can choose: guess everything, run formulas. */
  programsGuessed: "CSV:44,34,76,1,,1033,false,true,false,false,false,0,true",
  spreadsheetsGuessed: "CSV:59,34,76,1,,1031,false,true,false,false,false,0,true",
  /** As LibreOffice's spreadsheet takes a table from the clipboard. */
  block: "HTML (StarCalc)",
} as const;

/** LibreOffice's cells cannot hold control characters; line ends are a single line feed there. */
const shown = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]/gu, "");
const cellText = (cell: OfficeCell | null | undefined): string => cell?.text ?? "";

class Differences {
  count = 0;
  readonly samples: string[] = [];

  add(where: string): void {
    this.count++;
    if (this.samples.length < 5) this.samples.push(where);
  }

  /** The number of differences, and where the first ones are. */
  tell(): string {
    return `${String(this.count)} differ${this.samples.map((sample) => ` (${sample})`).join("")}`;
  }
}

export async function proveOffice(say: Say): Promise<Proof> {
  const [office, python] = [await findVersion("soffice"), await findVersion("python3")];
  if (office === null || python === null) {
    const what = office === null ? "LibreOffice (soffice; Debian: libreoffice-calc)" : "python3";
    return notRun(`${what} is not on this machine. Install it and run the proof again.`);
  }
  say(`${office}, ${python}`);
  await using folder = await openScratch("office");
  const desk = new Desk(folder.path);
  const fixtures = await makeFixtureFiles(folder.path);
  say(`${String(fixtures.length)} classes of all fixtures written`);
  const differences = new Differences();
  const xlsx = await desk.read(fixtures, "xlsx", null);
  let [cells, turned] = [0, 0];
  for (const [i, made] of fixtures.entries()) cells += compareWorkbook(made, xlsx[i], differences);
  say("workbooks compared");
  const fields = await Promise.all(fixtures.map(({ files }) => readFields(files.programs, ",")));
  const pythons = await readByPython(
    ",",
    fixtures.map(({ files }) => files.programs),
  );
  const programs = await desk.read(fixtures, "programs", FILTERS.programs);
  for (const [i, { name }] of fixtures.entries())
    cells += compareFields(name, fields[i] ?? [], pythons[i] ?? [], programs[i], differences);
  say("CSV for programs compared");
  const sheets = await desk.read(fixtures, "spreadsheets", FILTERS.spreadsheets);
  for (const [i, made] of fixtures.entries()) {
    const found = compareSpreadsheet(made, sheets[i], differences);
    cells += found.cells;
    turned += found.turned;
  }
  say("CSV for spreadsheets compared");
  const blocks = await desk.read(fixtures, "block", FILTERS.block);
  let pasted = 0;
  const misread = new Differences();
  for (const [i, made] of fixtures.entries()) pasted += compareBlock(made, blocks[i], misread);
  say("copied blocks compared");
  const hostile = await makeHostileFiles(folder.path, HOSTILE_TABLES);
  const formulas = await desk.countFormulas(hostile);
  const control = await desk.countControl(hostile);
  say(`${String(HOSTILE_TABLES)} hostile tables opened, saved and opened again`);
  const isSound =
    differences.count === 0 && misread.count === 0 && formulas === 0 && control > 0 && fixtures.length > 50;
  return proofOf(isSound, [
    `${office}; ${python}; csv-parse.`,
    "",
    `- ${String(fixtures.length)} classes of all fixtures as workbook, CSV for programs and CSV for spreadsheets (German): ${String(cells)} cells compared, ${differences.tell()}.`,
    `- CSV for spreadsheets: ${String(turned)} texts that look like numbers became numbers in LibreOffice, as the loss forecast says; no other did.`,
    `- The same classes as copied blocks: ${String(pasted)} cells compared, ${misread.tell()}: numbers are numbers, texts are texts. White space is compared as HTML has it.`,
    `- ${String(HOSTILE_TABLES)} tables of 500 cells, every fourth of CSV's and XLSX's worst, as CSV for spreadsheets, as workbook and as copied block, opened with everything guessed and formulas allowed, saved and opened again: ${String(formulas)} formulas. The same search finds ${String(control)} in the same tables as CSV for programs, which has no guards.`,
  ]);
}

/** Where files are converted; each conversion has a separate folder. */
class Desk {
  readonly #folder: string;
  #conversions = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What LibreOffice says the files contain, in their order. */
  async read(made: readonly Made[], profile: OfficeProfile, filter: string | null): Promise<OfficeTable[]> {
    const files = made.map(({ files: all }) => all[profile]);
    return Promise.all((await this.#convert(files, "fods", filter)).map(readFods));
  }

  /** Formulas in the files, as they are opened and after they were saved as workbooks and opened again. */
  async countFormulas(made: readonly Made[]): Promise<number> {
    let formulas = 0;
    for (const profile of GUARDED_PROFILES) {
      const filter = { xlsx: null, spreadsheets: FILTERS.spreadsheetsGuessed, block: FILTERS.block }[profile];
      const files = made.map(({ files: all }) => all[profile]);
      const opened = await this.#convert(files, "fods", filter);
      const saved = await this.#convert(opened, "xlsx", null);
      const again = await this.#convert(saved, "fods", null);
      for (const path of [...opened, ...again]) formulas += (await readFods(path)).formulas;
    }
    return formulas;
  }

  /** Formulas that are found in files without a guard: if there were none, the search would prove nothing. */
  async countControl(made: readonly Made[]): Promise<number> {
    const files = made.map(({ files: all }) => all.programs);
    let formulas = 0;
    for (const path of await this.#convert(files, "fods", FILTERS.programsGuessed))
      formulas += (await readFods(path)).formulas;
    return formulas;
  }

  async #convert(
    files: readonly string[],
    format: "fods" | "xlsx",
    filter: string | null,
  ): Promise<string[]> {
    const folder = join(this.#folder, `converted-${String(this.#conversions++)}`);
    await mkdir(folder);
    await convert(this.#folder, files, { format, folder }, filter);
    return files.map((file) => join(folder, `${basename(file, extname(file))}.${format}`));
  }
}

async function readFields(path: string, delimiter: string): Promise<string[][]> {
  return parse(await readFile(path), { bom: true, delimiter, record_delimiter: "\r\n" });
}

/** LibreOffice's flat form writes fifteen digits of its double, and at most twenty after the decimal point. */
const isSameNumber = (found: string, text: string): boolean =>
  Math.abs(Number(found) - Number(text)) <= Math.max(Math.abs(Number(text)) * 1e-14, 1e-19);

function isSameTyped(found: OfficeCell | null | undefined, cell: Cell): boolean {
  if (cell === undefined || cell === null || cell === "") return cellText(found) === "";
  if (found === null || found === undefined) return false;
  if (typeof cell === "boolean") return found.type === "boolean" && found.text === String(cell);
  if (typeof cell === "string") return found.type === "text" && shown(found.text) === shown(cell);
  if (found.type === "number") return cell.kind === "number" && isSameNumber(found.text, cell.text);
  return found.type === "text" && shown(found.text) === shown(cell.text);
}

/** @returns number of compared cells */
function compareWorkbook(
  { name, rows }: Made,
  table: OfficeTable | undefined,
  differences: Differences,
): number {
  let cells = 0;
  if (table?.rows.length !== rows.length + 1 || table.formulas > 0) differences.add(`${name}: rows`);
  for (const [r, { id, cells: expected }] of rows.entries()) {
    const found = table?.rows[r + 1] ?? [];
    for (const [c, cell] of [id, ...expected].entries()) {
      cells++;
      if (!isSameTyped(found[c], cell))
        differences.add(`${name}, workbook, row ${String(r + 1)}, column ${String(c)}`);
    }
  }
  return cells;
}

/** The same fields by csv-parse, Python and LibreOffice. @returns number of compared fields */
function compareFields(
  name: string,
  fields: readonly string[][],
  python: readonly string[][],
  table: OfficeTable | undefined,
  differences: Differences,
): number {
  let count = 0;
  if (python.length !== fields.length || table?.rows.length !== fields.length)
    differences.add(`${name}: lines`);
  for (const [r, line] of fields.entries()) {
    if (python[r]?.length !== line.length) differences.add(`${name}, Python, line ${String(r)}`);
    for (const [c, field] of line.entries()) {
      count++;
      const isSame = python[r]?.[c] === field && shown(cellText(table?.rows[r]?.[c])) === shown(field);
      if (!isSame) differences.add(`${name}, CSV, line ${String(r)}, field ${String(c)}`);
    }
  }
  return count;
}

/** Opened as by a double-click: numbers must be numbers and texts must be texts, except for texts that look like numbers. */
function compareSpreadsheet(
  { name, rows }: Made,
  table: OfficeTable | undefined,
  differences: Differences,
): { cells: number; turned: number } {
  let [cells, turned] = [0, 0];
  for (const [r, { cells: expected }] of rows.entries()) {
    const found = table?.rows[r + 1] ?? [];
    for (const [c, cell] of expected.entries()) {
      cells++;
      const held = found[c + 1];
      if (typeof cell === "string" && cell !== "") {
        if (held?.type === "text" && shown(unguardText(held.text)) === shown(cell)) continue;
        turned++;
        if (
          !/^\s*[-+]?[\d.,]+(?:e[-+]?\d+)?\s*%?\s*$/i.test(cell) &&
          !/^(?:true|false|wahr|falsch)$/i.test(cell)
        )
          differences.add(`${name}, spreadsheet, row ${String(r + 1)}, column ${String(c + 1)}`);
      } else if (typeof cell === "boolean" ? held?.text !== String(cell) : !isSameTyped(held, cell))
        differences.add(`${name}, spreadsheet, row ${String(r + 1)}, column ${String(c + 1)}`);
    }
  }
  return { cells, turned };
}

/** A table from the clipboard has no headings. Numbers that a spreadsheet would round are texts there. @returns number of compared cells */
function compareBlock(
  { name, rows }: Made,
  table: OfficeTable | undefined,
  differences: Differences,
): number {
  const spaced = (text: string): string => shown(text).replaceAll(/\s+/g, " ").trim();
  let cells = 0;
  if (table?.rows.length !== rows.length || table.formulas > 0) differences.add(`${name}, block: rows`);
  for (const [r, { id, cells: expected }] of rows.entries()) {
    for (const [c, cell] of [id, ...expected].entries()) {
      cells++;
      const held = table?.rows[r]?.[c];
      const isNumber = typeof cell === "object" && cell?.kind === "number" && isSheetNumber(cell.text);
      const isSame = isNumber
        ? held?.type === "number" && isSameNumber(held.text, cell.text)
        : held?.type !== "number" && spaced(cellText(held)) === spaced(tellCell(cell));
      if (!isSame) differences.add(`${name}, block, row ${String(r)}, column ${String(c)}`);
    }
  }
  return cells;
}
