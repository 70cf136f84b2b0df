/*
 * A column of an element table: its identity, and what its cells hold. Shared by all code that shows or writes a table. It must not know
 * how an answer is read; `column-table.ts` discovers the columns.
 */
import { createHash } from "node:crypto";
import { EMPTY, FALSE, LIST, NULL, NUMBER, OBJECT, TEXT, TRUE, type CellKind } from "./cell-kinds.ts";

export type ColumnOrigin = "attribute" | "set";

/** How many cells of a column hold which kind of value; the empty text counts as a string. */
export interface KindCounts {
  readonly string: number;
  readonly number: number;
  readonly boolean: number;
  readonly list: number;
  readonly object: number;
  readonly null: number;
}

/** How full a column is; the four figures add up to the number of rows. */
export interface ColumnFill {
  /** A value that is not the empty text. */
  readonly present: number;
  readonly emptyText: number;
  /** The element has the property, without a value. */
  readonly null: number;
  /** The element has no such property. */
  readonly missing: number;
}

/** One column of an element table. */
export interface Column {
  /** Short, fit for a URL, the same for the same property in every snapshot. */
  readonly id: string;
  readonly origin: ColumnOrigin;
  /** Name of the property or quantity set; "" for attributes. */
  readonly set: string;
  /** 2 for the second set of the same name on one element, and so on. */
  readonly setInstance: number;
  readonly property: string;
  /** 2 for the second property of the same name in one set, and so on. */
  readonly propertyInstance: number;
  /** Unit as the answer states it; null: not stated, or stated differently (see the warning UNIT_CONFLICT). */
  readonly unit: string | null;
  /** Value type as the answer states it, by the same rule. */
  readonly valueType: string | null;
  readonly kinds: KindCounts;
  readonly fill: ColumnFill;
  /** UTF-16 code units of the longest text; lists and objects count by the bytes of their JSON. */
  readonly textLengthMax: number;
  /** Texts that begin like a formula (formula.ts). */
  readonly formulaTexts: number;
}

/** What identifies a column. A column's id is made of these parts in this order, so neither may ever change. */
export type ColumnKey = readonly [
  origin: ColumnOrigin,
  set: string,
  setInstance: number,
  property: string,
  propertyInstance: number,
];

/** A column's id: the shortest hash of its key that is unique among `taken`. The id is added to `taken`. */
export function columnId(taken: Set<string>, key: ColumnKey): string {
  const digest = createHash("sha256").update(JSON.stringify(key)).digest("base64url");
  let length = 8;
  let id = `c${digest.slice(0, length)}`;
  while (taken.has(id)) id = `c${digest.slice(0, ++length)}`;
  taken.add(id);
  return id;
}

/** Kinds and fill of a column in a table of `rows` rows, from its number of cells of each kind. */
export function describeCells(
  count: (kind: CellKind) => number,
  rows: number,
): { kinds: KindCounts; fill: ColumnFill } {
  const kinds: KindCounts = {
    string: count(TEXT) + count(EMPTY),
    number: count(NUMBER),
    boolean: count(TRUE) + count(FALSE),
    list: count(LIST),
    object: count(OBJECT),
    null: count(NULL),
  };
  const withValue = kinds.string + kinds.number + kinds.boolean + kinds.list + kinds.object;
  return {
    kinds,
    fill: {
      present: withValue - count(EMPTY),
      emptyText: count(EMPTY),
      null: kinds.null,
      missing: rows - withValue - kinds.null,
    },
  };
}
