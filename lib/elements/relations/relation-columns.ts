/*
 * The columns that say where an element is and what it belongs to: a reserved set, so that tables, filters, views, exports and property
 * overviews treat them like any other column. Their names are data: they are in files, views and addresses and must never change. Pages
 * translate them.
 */
import { msg, t } from "#lib/core/texts.ts";
import type { Column } from "../columns.ts";

/** The set of these columns. A file's own property set of this name becomes its second instance. */
export const RELATIONS_SET = "Relations";

/** The columns, in the order of the table. */
export const RELATIONS = [
  msg("Storey"),
  msg("Space"),
  msg("Building"),
  msg("Type"),
  msg("Part of"),
  msg("Materials"),
  msg("Classifications"),
  msg("Layers"),
  msg("Systems"),
  msg("Groups"),
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

/** What pages call a column of the reserved set. */
export function relationWord(property: string): string {
  const relation = RELATIONS.find((known) => known === property);
  return relation === undefined ? property : t(relation);
}

/** What the column says and what not, where its name may mislead. */
export function relationAbout(property: string): string | undefined {
  if (property !== "Space") return undefined;
  return t("The space that contains the element. Rooms on both sides of a door are not stated here.");
}

/** By relation: set and name as pages show them, in lower case, for searches; none where they are the stored names. */
export function relationNames(): ReadonlyMap<Relation, string> {
  const told = RELATIONS.map(
    (relation) => [relation, `${t("Relations")} ${relationWord(relation)}`.toLowerCase()] as const,
  );
  return new Map(told.filter(([relation, words]) => words !== `${RELATIONS_SET} ${relation}`.toLowerCase()));
}
