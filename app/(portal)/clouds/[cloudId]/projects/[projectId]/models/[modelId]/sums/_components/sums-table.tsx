import type { ReactNode } from "react";
import { DataTable, type DataTableColumn } from "#app/_ui/data-table/data-table.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Link } from "#app/_ui/primitives/link.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { SumsGroup } from "#lib/elements/query/figures/sums.ts";
import { FILTERS_MAX, type TableView } from "#lib/elements/query/types.ts";
import { classesNoun } from "#lib/features/elements/class-words.ts";
import type { TableSums } from "#lib/features/sums/queries.ts";
import { writeSums } from "#lib/features/sums/write-sums.ts";
import { isState, sayValue } from "../../_components/table/filter-words.ts";
import { putFilter } from "../../_components/table/view-changes.ts";
import type { SumsPlace } from "./place.ts";
import { figureWords, headOf, shareWords, sumWords } from "./sums-words.ts";

/** One line for each group; its number of elements leads to them in the table. */
export function SumsTable({ place, found }: { place: SumsPlace; found: TableSums }): ReactNode {
  const { choice, sums } = found;
  const columns: DataTableColumn<SumsGroup>[] = [
    ...choice.groups.map((column, i) => ({
      head: headOf(column),
      ...(i === 0 ? { small: "line" as const } : {}),
      cell: ({ values }: SumsGroup) => {
        const one = values[i];
        if (one === undefined) return null;
        const told = sayValue(one.value);
        return isState(one.value) ? (
          <span className="text-fg-3">{told}</span>
        ) : (
          <bdi
            className="block max-w-[32ch] [overflow-wrap:anywhere] sm:w-max"
            title={"text" in one.value ? one.value.text : undefined}
          >
            {wrapped(told)}
          </bdi>
        );
      },
    })),
    {
      head: t("Elements"),
      end: true,
      cell: (group) => <Count group={group} place={place} found={found} />,
    },
    ...choice.sums.map((column, i) => ({
      head: t("Sum of {heading}", { heading: headOf(column) }),
      end: true,
      small: "line" as const,
      cell: ({ rows, sums: line }: SumsGroup) => (
        <>
          <span className="[overflow-wrap:anywhere] whitespace-normal sm:hidden">
            {wrapped(figureWords(column, line[i]))}
          </span>
          <span className="max-sm:hidden">
            {sumWords(column, line[i]) ?? <span className="text-fg-3">–</span>}
          </span>
          {shareWords(line[i], rows) !== null && (
            <small className="sm:ml-auto">{shareWords(line[i], rows)}</small>
          )}
        </>
      ),
    })),
  ];
  return (
    // As wide as its columns: on a wide screen the sums stay beside their group.
    <div className="min-w-0 max-w-full sm:justify-self-start">
      <DataTable
        label={t("Groups")}
        rows={sums.groups}
        rowKey={({ values }) => JSON.stringify(values)}
        columns={columns}
        dense
      />
    </div>
  );
}

function Count({ group, place, found }: { group: SumsGroup; place: SumsPlace; found: TableSums }): ReactNode {
  const words = `${formatCount(group.rows)} ${classesNoun(place.classes, group.rows)}`;
  const view = viewOf(group, found);
  if (view === null) return words;
  return (
    <Link className="link" href={`${place.tablePath}?${writeSums(place.classes, view, null).toString()}`}>
      {words}
    </Link>
  );
}

/** The table's view of a group's elements; null where no filter can say it. */
function viewOf({ values }: SumsGroup, { view, choice }: TableSums): TableView | null {
  const isFull = view.filters.length + view.anyOf.flat().length + values.length > FILTERS_MAX;
  if (isFull || values.some(({ isCut }) => isCut)) return null;
  return choice.groups.reduce((now, column, i) => {
    const value = values[i]?.value;
    if (value === undefined) return now;
    const unit = value.kind === "number" && column.unit !== null ? { unit: column.unit } : {};
    return putFilter(now, { column: column.id, op: "equals", value, ...unit }, null);
  }, view);
}
