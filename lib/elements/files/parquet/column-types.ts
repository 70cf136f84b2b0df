/*
 * Which type each column of a Parquet file gets, decided after all its values were seen: a column is typed only if no value loses anything,
 * else it holds texts. Pure except for the one pass over the rows.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { ExportTable } from "../table.ts";

/** `mixed`: values of several kinds as texts, with a further column that states the kinds. */
export type ParquetType = "integer" | "double" | "boolean" | "text" | "mixed";

/** Types that fit whatever later values are. Whole numbers are not among them, since a later value may have a fraction. */
export type FixedType = Extract<ParquetType, "double" | "boolean" | "text">;

export type ColumnTypes = {
  readonly types: readonly ParquetType[];
  /** Whether any property has no value; a separate column then names such properties. */
  readonly hasNone: boolean;
  /**
   * Whether the types were fixed before the values were seen. Values that do not fit their column's type then go into one shared column.
   */
  readonly isFixed: boolean;
};

const WHOLE = /^(?:0|-?[1-9]\d{0,18})$/;
const INT64_MAX = 2n ** 63n - 1n;
const ROWS_PER_TURN = 512;

/** True for whole numbers that fit 64 bits, except -0. */
function isInteger(text: string): boolean {
  if (!WHOLE.test(text)) return false;
  if (text.length < 19) return true;
  const value = BigInt(text);
  return value <= INT64_MAX && value >= -INT64_MAX - 1n;
}

/** True when a double has exactly the same value, to the last digit. */
export function isDouble(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && decimalOf(String(value)) === decimalOf(text);
}

/** The name of a value's kind in the column of kinds; null without a value. */
export function kindOf(cell: Cell): string | null {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === "string") return "text";
  return typeof cell === "boolean" ? "boolean" : cell.kind;
}

/** Looks at every value once. @throws ElementsError of the table */
export async function chooseTypes(table: ExportTable, signal?: AbortSignal): Promise<ColumnTypes> {
  const open = table.columns.map(({ kinds }) => {
    const { string, number, boolean, list, object } = kinds;
    const found = [string, number, boolean, list, object].filter((count) => count > 0).length;
    return { isMixed: found > 1, isNumber: number > 0 && found === 1, isBoolean: boolean > 0 && found === 1 };
  });
  const integers = open.map(({ isNumber }) => isNumber);
  const doubles = [...integers];
  const numbers = open.flatMap(({ isNumber }, i) => (isNumber ? [i] : []));
  let rows = 0;
  for await (const { cells } of table.iterate(signal)) {
    for (const i of numbers) {
      const cell = cells[i];
      if (typeof cell !== "object" || cell === null) continue;
      if (integers[i] === true && !isInteger(cell.text)) integers[i] = false;
      if (doubles[i] === true && !isDouble(cell.text)) doubles[i] = false;
    }
    if (++rows % ROWS_PER_TURN === 0) await nextTurn();
  }
  return {
    types: open.map(({ isMixed, isBoolean }, i) => {
      if (isMixed) return "mixed";
      if (isBoolean) return "boolean";
      if (integers[i] === true) return "integer";
      return doubles[i] === true ? "double" : "text";
    }),
    hasNone: table.columns.some(({ fill }) => fill.none > 0),
    isFixed: false,
  };
}
