/** What a workbook says about its view: name, search, conditions and order. */
import { t } from "#lib/core/texts.ts";
import type { AboutLine } from "#lib/elements/files/written.ts";
import { tellOp, tellOperand } from "#lib/features/views/condition-words.ts";
import { columnWords, type ViewFilter } from "#lib/features/views/content.ts";
import { nameColumn, nameKey } from "#lib/features/views/fit.ts";
import type { RunTable } from "./tables/table-source.ts";

export const line = (label: string, text: string): AboutLine => ({ label, text });

const UNLIMITED = { cut: (text: string): string => text, valuesMax: Infinity };

/** The lines, in the language of the caller. */
export function viewLines({ view, bulk }: RunTable): AboutLine[] {
  if (view === null) return [line(t("View"), t("All elements and properties"))];
  const units = new Map(view.columns.map((column) => [nameKey(nameColumn(column)), column.unit]));
  const tell = (filter: ViewFilter): string => tellFilter(filter, units);
  const { search, searchIn, filters, anyOf, sorts } = view.content;
  const searchLabel =
    searchIn === null
      ? t("Search")
      : t("Search in {columns}", { columns: searchIn.map(columnWords).join(", ") });
  return [
    line(t("View"), bulk?.view?.name ?? t("As shown in the table")),
    ...(search === "" ? [] : [line(searchLabel, search)]),
    ...filters.map((filter) => line(t("Condition"), tell(filter))),
    ...anyOf.map((group) => line(t("At least one of"), group.map(tell).join("; "))),
    ...(filters.length + anyOf.length === 0 ? [line(t("Condition"), t("none: all elements"))] : []),
    ...sorts.map(({ column, isDescending }) => {
      const name = columnWords(column);
      return line(t("Sorted by"), isDescending ? t("{column}, descending", { column: name }) : name);
    }),
  ];
}

function tellFilter(filter: ViewFilter, units: ReadonlyMap<string, string | null>): string {
  const unit = units.get(nameKey(filter.column)) ?? null;
  return [columnWords(filter.column), tellOp(filter), tellOperand(filter, unit, UNLIMITED)]
    .filter((part) => part !== "")
    .join(" ");
}
