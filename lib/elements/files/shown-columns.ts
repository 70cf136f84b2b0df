/*
 * Which columns a view shows, in which order: pinned columns first, then the others in the view's order. Columns that a view names are
 * always shown, even if they are empty or the table does not have them; empty columns are left out only if the view names no columns. Pure;
 * the page of the table follows the same rule.
 */
import { absentColumn } from "../query/address/named-column.ts";
import { CLASS_COLUMN, ID_COLUMN, type TableView } from "../query/types.ts";
import type { UnionColumn } from "../query/union.ts";

/** What must be known about a column to decide. */
type Showable = Pick<UnionColumn, "id" | "origin" | "property" | "fill">;

/**
 * The ids of the property columns that a view shows, and whether it shows the class.
 * @param sources number of classes in the table; the class is a column only where there are several
 */
export function shownColumns(
  columns: readonly Showable[],
  sources: number,
  view: Pick<TableView, "columns" | "hidden" | "pinned" | "hidesEmpty">,
): { columns: string[]; hasClass: boolean } {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const hidden = new Set(view.hidden);
  const named = view.columns?.filter((id) => id !== ID_COLUMN && id !== CLASS_COLUMN);
  const wanted: readonly Showable[] =
    named?.map((id) => byId.get(id) ?? absentColumn(id, 0)) ??
    columns.filter(({ fill }) => !view.hidesEmpty || fill.present > 0);
  const kept = wanted.filter(({ id }) => !hidden.has(id));
  const isKept = new Set(kept.map(({ id }) => id));
  const name = kept.find(({ origin, property }) => origin === "attribute" && property === "Name");
  const pinned = view.pinned.length > 0 ? view.pinned.filter((id) => isKept.has(id)) : name ? [name.id] : [];
  const isPinned = new Set(pinned);
  return {
    columns: [...pinned, ...kept.map(({ id }) => id).filter((id) => !isPinned.has(id))],
    hasClass:
      sources > 1 &&
      !hidden.has(CLASS_COLUMN) &&
      (view.columns === null || view.columns.includes(CLASS_COLUMN)),
  };
}
