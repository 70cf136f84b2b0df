/*
 * Totals, extremes and distribution of one column among the rows that a query leaves. Sums are doubles added with error compensation; what
 * could not be taken exactly is counted and said.
 */
import { selectRows, withColumns, withExpressions } from "./conditions.ts";
import type { RunOptions } from "./duck.ts";
import { facetValue, labelSql } from "./facets.ts";
import type { ColumnAccess, IndexFile } from "./index-file.ts";
import {
  HISTOGRAM_BINS,
  type ColumnStatistics,
  type FacetValue,
  type HistogramBin,
  type NumberStatistics,
  type TableQuery,
} from "./types.ts";
import { KINDS } from "./values.ts";

const TOP_VALUES = 12;
/** Digits that a double holds whatever the number is; beyond 17 it surely does not. */
const DIGITS_MAX = 17;

/**
 * Statistics of a column under all filters of the query, those on the column included.
 * @returns null when the table has no such column
 * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
 */
export async function computeStatistics(
  index: IndexFile,
  query: TableQuery,
  columnId: string,
  options: RunOptions,
): Promise<ColumnStatistics | null> {
  const column = index.column(columnId);
  if (column === null) return null;
  const selection = withColumns(await selectRows(index, query, options), [column]);
  const counted = withExpressions(
    selection,
    `g AS MATERIALIZED (SELECT ${column.code} AS code, count(*) AS n FROM ${selection.from} GROUP BY 1)`,
    `v AS MATERIALIZED (SELECT g.code, g.n, d.kind, d.num, d.key, d.fold, d.text FROM g
        LEFT JOIN ${index.catalog}.d AS d ON d.col = ${String(column.number)} AND d.code = g.code)`,
  );
  const number = `kind = ${String(KINDS.NUMBER)}`;
  const finite = `${number} AND isfinite(num)`;
  const digits = `length(trim(replace(replace(regexp_replace(fold, 'e.*$', ''), '.', ''), '-', ''), '0'))`;
  const [totals = []] = await index.ask(
    `${counted}SELECT coalesce(sum(n), 0), coalesce(sum(n) FILTER (code < ${String(column.blank)}), 0),
       coalesce(sum(n) FILTER (kind = ${String(KINDS.EMPTY)}), 0), coalesce(sum(n) FILTER (kind = ${String(KINDS.NONE)}), 0),
       count(*) FILTER (code < ${String(column.blank)}), coalesce(sum(n) FILTER (${number}), 0),
       kahan_sum(num * n) FILTER (${finite}), min(num) FILTER (${finite}), max(num) FILTER (${finite}),
       coalesce(sum(n) FILTER (${number} AND NOT isfinite(num)), 0),
       coalesce(sum(n) FILTER (${finite} AND length(fold) > ${String(DIGITS_MAX)} AND ${digits} > ${String(DIGITS_MAX)}), 0)
     FROM v`,
    selection.values,
    options,
  );
  const top = await index.ask(
    `${counted}SELECT code, n, kind, ${labelSql("v")} FROM v ORDER BY n DESC, code LIMIT ${String(TOP_VALUES)}`,
    selection.values,
    options,
  );
  const [rows = 0, present = 0, emptyText = 0, none = 0, distinct = 0, count = 0] = totals
    .slice(0, 6)
    .map(Number);
  const [sum = null, min = null, max = null] = totals.slice(6, 9).map(numberOrNull);
  const [beyondRange = 0, rounded = 0] = totals.slice(9).map(Number);
  const numbers: NumberStatistics = {
    ...{ count, sum, min, max, beyondRange, rounded },
    mean: sum === null || count === beyondRange ? null : sum / (count - beyondRange),
    bins:
      min === null || max === null ? [] : await countBins(index, column, selection, { min, max }, options),
  };
  return {
    column: column.id,
    rows,
    fill: { present, emptyText, none, missing: rows - present - emptyText - none },
    distinct,
    numbers,
    top: top.map((row): FacetValue => facetValue(column, row)),
  };
}

async function countBins(
  index: IndexFile,
  column: ColumnAccess,
  selection: Awaited<ReturnType<typeof selectRows>>,
  { min, max }: { min: number; max: number },
  options: RunOptions,
): Promise<HistogramBin[]> {
  // Divided first: the difference of two doubles may be beyond their range.
  const width = max / HISTOGRAM_BINS - min / HISTOGRAM_BINS;
  const bins = width > 0 && Number.isFinite(width) ? HISTOGRAM_BINS : 1;
  const place = bins === 1 ? "0" : `greatest(0, least(${String(bins - 1)}, floor(num / ? - ? / ?)))`;
  const rows = await index.ask(
    `${withExpressions(
      selection,
      `g AS MATERIALIZED (SELECT ${column.code} AS code, count(*) AS n FROM ${selection.from} GROUP BY 1)`,
    )}SELECT ${place}::INTEGER AS bin, sum(g.n) FROM g
       JOIN ${index.catalog}.d AS d ON d.col = ${String(column.number)} AND d.code = g.code
      WHERE d.kind = ${String(KINDS.NUMBER)} AND isfinite(d.num) GROUP BY 1`,
    [...selection.values, ...(bins === 1 ? [] : [width, min, width])],
    options,
  );
  const counts = new Map(rows.map((row) => [Number(row[0]), Number(row[1])]));
  return Array.from({ length: bins }, (_, bin) => ({
    from: min + bin * width,
    to: bin === bins - 1 ? max : min + (bin + 1) * width,
    count: counts.get(bin) ?? 0,
  }));
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
