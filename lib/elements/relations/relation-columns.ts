/*
 * The columns that say where an element is and what it belongs to: a reserved set, so that tables, filters, views, exports and passports
 * treat them as every other column. Their names are data: they stand in files, views and addresses and must never change.
 */
import type { Column } from "../columns.ts";

/** The set of these columns. A property set of this name in a file is its second instance. */
export const RELATIONS_SET = "Relations";

/** The columns in their order in a table. */
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

/** Between the values of a cell that has several. */
export const RELATION_SEPARATOR = "; ";

/** Whether a column is one of these; its names are then words of Portico, not of the file. */
export function isRelationColumn({
  origin,
  set,
  setInstance,
}: Pick<Column, "set" | "setInstance"> & { readonly origin: string }): boolean {
  return origin === "set" && set === RELATIONS_SET && setInstance === 1;
}
