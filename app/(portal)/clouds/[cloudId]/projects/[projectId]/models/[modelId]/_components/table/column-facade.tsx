"use client";
import { useMemo, type ReactNode } from "react";
import { Facade } from "#app/_ui/data-table/facade.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { facadeSets } from "./facade-sets.ts";
import { groupOf, type ShownColumns } from "./shown-columns.ts";

/** How complete every column of the table is; a set leads to its first shown column, or to the choice of columns. */
export function ColumnFacade({
  shown,
  rows,
  isNarrowed,
  onColumns,
  onReveal,
}: {
  shown: ShownColumns;
  /** Of the whole table. */
  rows: number;
  /** Search or filters leave rows out. */
  isNarrowed: boolean;
  onColumns: () => void;
  onReveal: (columnId: string) => void;
}): ReactNode {
  const sets = useMemo(() => facadeSets(shown, rows), [shown, rows]);
  return (
    <Facade
      title={
        <>
          {rich("<b>Completeness</b> · {count, plural, one {# column} other {# columns}}, {shown} shown", {
            b: (inner) => <b className="font-medium text-fg">{inner}</b>,
            count: shown.choosable.length,
            shown: formatCount(shown.columns.length),
          })}
        </>
      }
      legend={
        isNarrowed
          ? t(
              "Each bar is a column, over all {count, plural, one {# row} other {# rows}}. Search and filters do not change the bars",
              { count: rows },
            )
          : t(
              "Each bar is a column. Flat means no values in {count, plural, one {the # row} other {all # rows}}",
              {
                count: rows,
              },
            )
      }
      sets={sets}
      onPick={(group) => {
        const first = shown.columns.find(
          (column) => groupOf(column) === group && !shown.pinnedIds.includes(column.id),
        );
        if (first === undefined) onColumns();
        else onReveal(first.id);
      }}
    />
  );
}
