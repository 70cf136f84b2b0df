/*
 * Which type each column of a Parquet file gets, decided after all its values were seen: a type only where every value keeps all that it
 * says, else its text. Pure but for the one pass over the rows.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { ExportTable } from "../table.ts";

/** `mixed`: texts of values of several kinds, with a column beside it that says which. */
export type ParquetType = "integer" | "double" | "boolean" | "text" | "mixed";

/** Types that stay whatever later values are: no whole numbers, since the next value may have a fraction. */
export type FixedType = Extract<ParquetType, "double" | "boolean" | "text">;

export type ColumnTypes = {
  readonly types: readonly ParquetType[];
  /** Whether any property is there without a value, which then is said in a column of its own. */
  readonly hasNone: boolean;
  /** Whether types were fixed before the values were seen: what does not fit its column then stands in one for all such values. */
  readonly isFixed: boolean;
};

/** Types that do not depend on the values, so that a later file has the same columns. */
export function fixTypes(types: readonly FixedType[]): ColumnTypes {
  return { types, hasNone: true, isFixed: true };
}

const WHOLE = /^(?:0|-?[1-9]\d{0,18})$/;
const INT64_MAX = 2n ** 63n - 1n;
const ROWS_PER_TURN = 512;

/** True for whole numbers that 64 bits hold; -0 is none. */
function isInteger(text: string): boolean {
  if (!WHOLE.test(text)) return false;
  if (text.length < 19) return true;
  const value = BigInt(text);
  return value <= INT64_MAX && value >= -INT64_MAX - 1n;
}

/** True when a double has the same value, to the last digit. */
export function isDouble(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && decimalOf(String(value)) === decimalOf(text);
}

/** The kind of a value as the column of kinds names it; null for none. */
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
