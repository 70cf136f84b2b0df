/*
 * Scans a table for values that a format or a program would change, after what its columns alone tell. Bounded in time and cells; it
 * changes nothing and reports how far it got. forecast.ts draws the conclusions.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { isFormulaText } from "#lib/elements/formula.ts";
import type { SnapshotWarning } from "#lib/elements/warnings.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { countFormulaHeadings, frontCell, layOut } from "../layout.ts";
import type { ExportTable } from "../table.ts";
import {
  CELL_CHARACTERS_MAX,
  DIGITS_SHOWN,
  isSheetNumber,
  significantDigits,
} from "#lib/elements/spreadsheet.ts";
import type { ExportFacts, Loss, LossKind } from "./facts.ts";

const CELLS_MAX = 4_000_000;
/** The longest scan of one table, unless the caller asks for less. */
export const SCAN_MS_MAX = 2_000;
const TURN_MS = 8;
const EXAMPLE_CHARACTERS = 60;

const MONTH =
  "(?:jan(?:uar[iy]?)?|feb(?:ruar[iy]?)?|mar(?:ch)?|mrt|maart|märz?|apr(?:il)?|may|mei|mai|june?|juni|july?|juli|" +
  "aug(?:ust(?:us)?)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)";
const DATE_LIKE = new RegExp(
  String.raw`^\s*(?:\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?|\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})?|\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}[- ]?${MONTH}(?:[- ]?\d{2,4})?|${MONTH}[- ]?\d{1,4})\s*$`,
  "i",
);
const NUMBER_LIKE = /^\s*[-+]?(?:\d+(?:[.,]\d+)*[.,]?|[.,]\d+)(?:e[-+]?\d+)?\s*(?:%\s*)?$/i;
/** Texts that look the same after being read as a number. */
const UNCHANGED_NUMBER = /^(?:0|-?[1-9]\d{0,10})$/;
const BOOLEAN_LIKE = /^(?:true|false|waar|onwaar|wahr|falsch|vrai|faux)$/i;
/* Characters that XML 1.0 cannot hold, and the carriage return. */
const ESCAPED = /[^\P{Cc}\t\n\u007F-\u009F]|[\uFFFE\uFFFF]/u;

/**
 * The facts of a table.
 * @param idsByCase from the warnings of its snapshots
 * @param timeMaxMs the scan stops after this time, wherever it is
 * @throws ElementsError of the table
 */
export async function scanTable(
  table: ExportTable,
  idsByCase: ExportFacts["idsByCase"],
  signal?: AbortSignal,
  timeMaxMs = SCAN_MS_MAX,
): Promise<ExportFacts> {
  const mixed = findMixed(table);
  const { fronts, headings } = layOut(table, { longId: false });
  const names = headings.slice(fronts.length);
  const [firstMixed] = mixed;
  const ofColumns = {
    mixed:
      firstMixed === undefined
        ? null
        : { count: mixed.length, column: names[firstMixed.place] ?? "", kinds: firstMixed.kinds },
    formulaHeadings: countFormulaHeadings(table),
    headingsByCase: names.length - new Set(names.map((name) => name.toLowerCase())).size,
    unitColumns: table.columns.filter(({ unit }) => unit !== null).length,
  };
  const losses = new Losses(headings);
  const cells = { missing: 0, none: 0, empty: 0 };
  const startedAt = performance.now();
  let turnAt = startedAt;
  let rowsSeen = 0;
  for await (const row of table.iterate(signal)) {
    rowsSeen++;
    const inFront = fronts.map((front) => frontCell(front, row) ?? "");
    for (const [i, cell] of inFront.entries()) losses.look(cell, i);
    for (const [i, cell] of row.cells.entries()) {
      if (cell === undefined) cells.missing++;
      else if (cell === null) cells.none++;
      else if (cell === "") cells.empty++;
      else losses.look(cell, i + fronts.length);
    }
    const at = performance.now();
    if (rowsSeen * table.columns.length >= CELLS_MAX || at - startedAt > timeMaxMs) break;
    if (at - turnAt < TURN_MS) continue;
    await nextTurn();
    turnAt = performance.now();
  }
  return {
    rows: table.rows,
    columns: headings.length,
    rowsSeen,
    losses: losses.found,
    cells,
    idsByCase,
    ...ofColumns,
  };
}

class Losses {
  readonly found: Partial<Record<LossKind, Loss>> = {};
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  look(cell: Exclude<Cell, undefined | null>, column: number): void {
    if (typeof cell === "boolean") return;
    const text = typeof cell === "string" ? cell : cell.text;
    if (text.length > CELL_CHARACTERS_MAX) this.#add("longText", column, text);
    if (typeof cell === "string") this.#lookAtText(text, column);
    else if (cell.kind === "number") {
      if (text.length <= DIGITS_SHOWN) return;
      if (significantDigits(text) > DIGITS_SHOWN) this.#add("longNumber", column, text);
      if (!isSheetNumber(text)) this.#add("textNumber", column, text);
    } else if (ESCAPED.test(text)) this.#add("escaped", column, text);
  }

  #lookAtText(text: string, column: number): void {
    if (ESCAPED.test(text)) this.#add("escaped", column, text);
    // A file for spreadsheets guards the text, so the spreadsheet changes nothing else in it.
    if (isFormulaText(text)) {
      this.#add("formula", column, text);
    } else if (text.length <= 40) {
      if (DATE_LIKE.test(text)) this.#add("dateLike", column, text);
      else if (NUMBER_LIKE.test(text)) {
        if (!UNCHANGED_NUMBER.test(text)) this.#add("numberLike", column, text);
      } else if (BOOLEAN_LIKE.test(text)) this.#add("booleanLike", column, text);
    }
  }

  #add(kind: LossKind, column: number, text: string): void {
    const before = this.found[kind];
    this.found[kind] =
      before === undefined
        ? {
            count: 1,
            column: this.#names[column] ?? "",
            example: text.slice(0, EXAMPLE_CHARACTERS).toWellFormed(),
          }
        : { ...before, count: before.count + 1 };
  }
}

/** GlobalIds that differ only by case, as counted when the snapshots were read. */
export function idsByCase(warnings: readonly SnapshotWarning[]): ExportFacts["idsByCase"] {
  const found = warnings.filter(({ code }) => code === "ID_DIFFERS_BY_CASE");
  const count = found.reduce((sum, warning) => sum + warning.count, 0);
  return count === 0 ? null : { count, example: found[0]?.samples[0] ?? "" };
}

/** The columns with values of several kinds, and how many of each; `place` is that among the property columns. */
function findMixed({ columns }: ExportTable): { place: number; kinds: string }[] {
  const kindsOf = ({ kinds, fill }: (typeof columns)[number]): string[] =>
    (
      [
        ["text", kinds.string - fill.emptyText],
        ["number", kinds.number],
        ["truth value", kinds.boolean],
        ["list", kinds.list],
        ["object", kinds.object],
      ] as const
    )
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${String(count)} ${kind}${count === 1 ? "" : "s"}`);
  return columns.flatMap((column, place) => {
    const kinds = kindsOf(column);
    return kinds.length > 1 ? [{ place, kinds: kinds.join(", ") }] : [];
  });
}
