/**
 * Orders, cursors and filters that the lists of clouds and of projects share: keyset paging, so that the last page of 100,000 costs
 * what the first does. Pure; must not read or write anything.
 */
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { isId } from "#lib/core/ids.ts";
import type { Shown, Sort } from "./schema.ts";

/** What every listed row has. */
export type Sorted = { id: string; sortName: string; createdAt: Date; serviceId: bigint };

type Direction = "asc" | "desc";
type Order = { field: "sortName" | "createdAt" | "serviceId"; direction: Direction };

const ORDERS: Record<Sort, Order> = {
  name: { field: "sortName", direction: "asc" },
  "-name": { field: "sortName", direction: "desc" },
  newest: { field: "createdAt", direction: "desc" },
  oldest: { field: "createdAt", direction: "asc" },
  number: { field: "serviceId", direction: "asc" },
  "-number": { field: "serviceId", direction: "desc" },
};

/** As Prisma takes it; rows of equal values are in the order of their ids. */
export function orderOf(sort: Sort): [Record<string, Direction>, { id: Direction }] {
  const { field, direction } = ORDERS[sort];
  return [{ [field]: direction }, { id: direction }];
}

/** The cursor after a row. */
export function cursorAfter(sort: Sort, row: Sorted): string {
  const { field } = ORDERS[sort];
  const value = row[field];
  return writeCursor([sort, value instanceof Date ? value.toISOString() : String(value), row.id]);
}

/** The condition of the rows after a cursor; null when it is none, or one of another order. */
export function placeOf(sort: Sort, after: string | undefined): { OR: Record<string, unknown>[] } | null {
  const [madeFor, text, id] = readCursor(after, 3) ?? [];
  if (madeFor !== sort || text === undefined || id === undefined || !isId(id)) return null;
  const { field, direction } = ORDERS[sort];
  const value = readValue(field, text);
  if (value === null) return null;
  const beyond = direction === "asc" ? "gt" : "lt";
  return { OR: [{ [field]: { [beyond]: value } }, { [field]: value, id: { [beyond]: id } }] };
}

function readValue(field: Order["field"], text: string): string | Date | bigint | null {
  if (field === "sortName") return text;
  if (field === "serviceId") return /^\d{1,18}$/.test(text) ? BigInt(text) : null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}

/** The condition of what is shown. */
export function whereShown(shown: Shown): Record<string, unknown> {
  switch (shown) {
    case "current":
      return { archivedAt: null, deletedAt: null };
    case "archived":
      return { archivedAt: { not: null } };
    case "gone":
      return { OR: [{ missingSince: { not: null } }, { deletedAt: { not: null } }] };
    case "all":
      return {};
  }
}
