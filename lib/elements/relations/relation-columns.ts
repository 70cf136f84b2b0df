/*
 * The columns that say where an element is and what it belongs to: a reserved set, so that tables, filters, views, exports and property
 * overviews treat them like any other column. Their names are data: they are in files, views and addresses and must never change.
 */
import type { Column } from "../columns.ts";

/** The set of these columns. A file's own property set of this name becomes its second instance. */
export const RELATIONS_SET = "Relations";

/** The columns, in the order of the table. */
export const RELATIONS = [
  "Storey",
  "Space",
  "Building",
  "Type",
  "Part of",
  "Materials",
  "Classifications",
  "Layers",
  "Systems",
  "Groups",
] as const;

export type Relation = (typeof RELATIONS)[number];

/** Separates the values of a cell that has several. */
export const RELATION_SEPARATOR = "; ";

/** Whether a column is a relation; its names are then Portico's words, not the file's. */
export function isRelationColumn({
  origin,
  set,
  setInstance,
}: Pick<Column, "set" | "setInstance"> & { readonly origin: string }): boolean {
  return origin === "set" && set === RELATIONS_SET && setInstance === 1;
}
