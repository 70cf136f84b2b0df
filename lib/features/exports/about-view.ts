/** What a workbook says about the view that it shows: its name, search, conditions and order. */
import { t } from "#lib/core/texts.ts";
import type { AboutLine } from "#lib/elements/files/written.ts";
import { columnWords, type ColumnName, type ViewFilter } from "#lib/features/views/content.ts";
import { tellOp, tellOperand } from "#lib/features/views/condition-words.ts";
import { nameColumn, nameKey } from "#lib/features/views/fit.ts";
import type { RunTable } from "./tables/table-source.ts";

const UNLIMITED = { cut: (text: string): string => text, valuesMax: Infinity };

/** The lines, in the language in which this is called. */
export function viewLines({ view, bulk }: RunTable): AboutLine[] {
  if (view === null) return [{ label: t("View"), text: t("All elements and properties") }];
  const units = new Map(view.columns.map((column) => [nameKey(nameColumn(column)), column.unit]));
  const tell = (filter: ViewFilter): string => tellFilter(filter, units);
  const { search, searchIn, filters, anyOf, sorts } = view.content;
  return [
    { label: t("View"), text: bulk?.view?.name ?? t("As shown in the table") },
    ...(search === ""
      ? []
      : [
          {
            label: searchIn === null ? t("Search") : t("Search in {columns}", { columns: namesOf(searchIn) }),
            text: search,
          },
        ]),
    ...filters.map((filter) => ({ label: t("Condition"), text: tell(filter) })),
    ...anyOf.map((group) => ({ label: t("At least one of"), text: group.map(tell).join("; ") })),
    ...(filters.length + anyOf.length === 0
      ? [{ label: t("Condition"), text: t("none: all elements") }]
      : []),
    ...sorts.map(({ column, isDescending }) => ({
      label: t("Sorted by"),
      text: isDescending ? t("{column}, descending", { column: columnWords(column) }) : columnWords(column),
    })),
  ];
}

const namesOf = (columns: readonly ColumnName[]): string => columns.map(columnWords).join(", ");

function tellFilter(filter: ViewFilter, units: ReadonlyMap<string, string | null>): string {
  const unit = units.get(nameKey(filter.column)) ?? null;
  return [columnWords(filter.column), tellOp(filter), tellOperand(filter, unit, UNLIMITED)]
    .filter((part) => part !== "")
    .join(" ");
}
