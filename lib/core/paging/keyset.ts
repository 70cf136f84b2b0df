/**
 * Keyset paging in the orders that a list's column heads offer: a page continues after the values of the last row, so the last page of
 * 100,000 rows costs as much as the first. Pure; must not read or write anything.
 */
import { readCursor, writeCursor } from "../cursor.ts";
import { isId } from "../ids.ts";

type Direction = "asc" | "desc";
type Value = string | Date | bigint;

/** `kind`: how the field is read from a cursor. */
export type KeysetOrder<Field extends string> = {
  field: Field;
  direction: Direction;
  kind: "text" | "time" | "number";
};

/** The orders of a list; each needs an index over its field and the id. */
export function keysetOf<Sort extends string, Field extends string>(
  orders: Readonly<Record<Sort, KeysetOrder<Field>>>,
) {
  return {
    /** The order for Prisma; rows with equal values are ordered by id. */
    orderOf: (sort: Sort): [Record<string, Direction>, { id: Direction }] => {
      const { field, direction } = orders[sort];
      return [{ [field]: direction }, { id: direction }];
    },
    /** The cursor after a row. */
    cursorAfter: (sort: Sort, row: Record<Field, Value> & { id: string }): string => {
      const value: Value = row[orders[sort].field];
      return writeCursor([sort, value instanceof Date ? value.toISOString() : String(value), row.id]);
    },
    /** The condition for rows after a cursor; null when the text is not a cursor, or a cursor of another order. */
    placeOf: (sort: Sort, after: string | undefined): { OR: Record<string, unknown>[] } | null => {
      const [madeFor, text, id] = readCursor(after, 3) ?? [];
      if (madeFor !== sort || text === undefined || id === undefined || !isId(id)) return null;
      const { field, direction, kind } = orders[sort];
      const value = readValue(kind, text);
      if (value === null) return null;
      const beyond = direction === "asc" ? "gt" : "lt";
      return { OR: [{ [field]: { [beyond]: value } }, { [field]: value, id: { [beyond]: id } }] };
    },
  };
}

function readValue(kind: KeysetOrder<string>["kind"], text: string): Value | null {
  if (kind === "text") return text;
  if (kind === "number") return /^\d{1,18}$/.test(text) ? BigInt(text) : null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}
