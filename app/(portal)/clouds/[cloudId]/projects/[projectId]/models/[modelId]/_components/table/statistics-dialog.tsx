"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Bars } from "#app/_ui/charts/bars.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Skeleton } from "#app/_ui/primitives/skeleton.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { ColumnStatistics, Filter, QueryColumn, TableQuery } from "#lib/elements/query/types.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import { statisticsQuery, type TableAddress } from "./ask-table.ts";
import { isState, keyOf, sayValue } from "./filter-words.ts";
import { fullNameOf } from "./shown-columns.ts";

/** Count, sum, minimum, maximum, mean and distribution of one column among the matching rows. */
export function StatisticsDialog({
  address,
  query,
  column,
  returnFocusTo,
  onClose,
  onFilter,
}: {
  address: TableAddress;
  query: TableQuery;
  column: QueryColumn;
  returnFocusTo: string | undefined;
  onClose: () => void;
  onFilter: (filter: Filter) => void;
}): ReactNode {
  const { data, error, isPending } = useQuery(statisticsQuery(address, query, column.id));
  return (
    <Dialog
      title={fullNameOf(column)}
      description={
        column.kind === "number"
          ? column.unit === null
            ? t("Numbers in a unit that is not stated")
            : t("Numbers in {unit}", { unit: column.unit })
          : undefined
      }
      open
      returnFocusTo={returnFocusTo}
      onClose={onClose}
    >
      {isPending && <Skeleton className="h-40" />}
      {error !== null && (
        <Note tone="bad" title={t("Couldn’t calculate the statistics.")} live>
          {error.whole}
        </Note>
      )}
      {data !== undefined && <Figures statistics={data} column={column} onFilter={onFilter} />}
    </Dialog>
  );
}

function Figures({
  statistics,
  column,
  onFilter,
}: {
  statistics: ColumnStatistics;
  column: QueryColumn;
  onFilter: (filter: Filter) => void;
}): ReactNode {
  const { numbers, fill, rows } = statistics;
  const unit = column.unit === null ? "" : ` ${column.unit}`;
  return (
    <>
      <Kv
        figures
        items={[
          { label: t("Rows"), value: formatCount(rows) },
          { label: t("With a value"), value: formatCount(fill.present) },
          { label: t("Empty text"), value: formatCount(fill.emptyText) },
          { label: t("No value"), value: formatCount(fill.none) },
          { label: t("No such property"), value: formatCount(fill.missing) },
          { label: t("Unique values"), value: formatCount(statistics.distinct) },
        ]}
      />
      {numbers.count > 0 && (
        <>
          <Kv
            figures
            items={[
              { label: t("Numbers"), value: formatCount(numbers.count) },
              { label: t("Sum"), value: sayNumber(numbers.sum, unit) },
              { label: t("Mean"), value: sayNumber(numbers.mean, unit) },
              { label: t("Smallest"), value: sayNumber(numbers.min, unit) },
              { label: t("Largest"), value: sayNumber(numbers.max, unit) },
            ]}
          />
          {(numbers.beyondRange > 0 || numbers.rounded > 0) && (
            <p className="text-13 text-fg-2">
              {numbers.beyondRange > 0 &&
                `${t("{count, plural, one {# number is} other {# numbers are}} out of range and left out of the sum.", { count: numbers.beyondRange })} `}
              {numbers.rounded > 0 &&
                t("{count, plural, one {# number} other {# numbers}} with more than 17 digits, rounded.", {
                  count: numbers.rounded,
                })}
            </p>
          )}
          <Histogram statistics={statistics} column={column} unit={unit} onFilter={onFilter} />
        </>
      )}
      {statistics.top.length > 0 && (
        <section>
          <h3 className="mb-1.5 text-13 font-medium">{t("Most frequent")}</h3>
          <ul className="rounded-2 border border-line">
            {statistics.top.map(({ value, count, isCut }) => (
              <li key={keyOf(value)} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  disabled={isCut}
                  className="flex min-h-8 w-full items-center gap-3 px-3 py-1 text-left text-13 enabled:hover:bg-surface-hover focus-visible:-outline-offset-2"
                  title={isCut ? t("Too long for a filter") : t("Show these rows only")}
                  onClick={() => onFilter({ column: column.id, op: "oneOf", values: [value] })}
                >
                  <span
                    className={
                      isState(value) ? "flex-1 text-fg-3" : "min-w-0 flex-1 [overflow-wrap:anywhere]"
                    }
                  >
                    {wrapped(sayValue(value))}
                  </span>
                  <span className="text-fg-3 tabular-nums">{formatCount(count)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Histogram({
  statistics,
  column,
  unit,
  onFilter,
}: {
  statistics: ColumnStatistics;
  column: QueryColumn;
  unit: string;
  onFilter: (filter: Filter) => void;
}): ReactNode {
  const { bins, min, max } = statistics.numbers;
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  if (bins.length === 0 || min === null || max === null) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-13 font-medium">{t("Distribution")}</h3>
      <Bars
        label={t("Distribution from {min} to {max}{unit}; most in one of {count} ranges: {highest}", {
          min: sayNumber(min, ""),
          max: sayNumber(max, ""),
          unit,
          count: bins.length,
          highest: formatCount(highest),
        })}
        className="h-24 w-full border-b border-line-control"
        bars={bins.map(({ from, to, count }) => ({
          share: count / highest,
          words: t("{from} to {to}: {count}", {
            from: sayNumber(from, ""),
            to: sayNumber(to, ""),
            count: formatCount(count),
          }),
        }))}
      />
      <div className="mt-1 flex justify-between text-12 text-fg-3 tabular-nums">
        <span>{sayNumber(min, unit)}</span>
        <span>{sayNumber(max, unit)}</span>
      </div>
      <details className="mt-2 text-13 text-fg-2">
        <summary className="cursor-pointer">{t("Ranges as a list")}</summary>
        <ul className="mt-1 grid gap-1">
          {bins
            .filter(({ count }) => count > 0)
            .map(({ from, to, count }) => (
              <li key={from}>
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => onFilter({ column: column.id, op: "between", min: from, max: to })}
                >
                  {t("{from} to {to}: {count}", {
                    from: sayNumber(from, ""),
                    to: sayNumber(to, ""),
                    count: formatCount(count),
                  })}
                </Button>
              </li>
            ))}
        </ul>
      </details>
    </section>
  );
}

/** All digits that a double has, grouped so that long numbers can be read. */
function sayNumber(value: number | null, unit: string): string {
  if (value === null) return "–";
  const isPlain = Number.isInteger(value) && Math.abs(value) < 1e15;
  return `${isPlain ? formatCount(value) : tellNumber(value)}${unit}`;
}
