/*
 * Totals, extremes and distribution of one column among the rows that match a query: rows are counted by code, and everything else is
 * computed from the distinct values, which the dictionary has in order. Sums are doubles added with error compensation; values that could
 * not be used exactly are counted and reported.
 */
import { facetValue, listSpellings, nameCodes } from "../facets.ts";
import type { ColumnAccess, IndexReader } from "../index/index-file.ts";
import { matchingRows } from "../rows.ts";
import { inTurns } from "../turns.ts";
import {
  HISTOGRAM_BINS,
  type ColumnStatistics,
  type FacetValue,
  type HistogramBin,
  type NumberStatistics,
  type TableQuery,
} from "../types.ts";

const TOP_VALUES = 12;

/**
 * Statistics of a column under all filters of the query, also filters on the column itself.
 * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
 */
export async function computeStatistics(
  index: IndexReader,
  query: TableQuery,
  columnId: string,
): Promise<ColumnStatistics> {
  const column = index.column(columnId);
  const rows = await matchingRows(index, query);
  const counts = await countCodes(index, column, rows);
  const between = (from: number, to: number): number =>
    counts.subarray(from, to).reduce((sum, count) => sum + count, 0);
  const { blank, none, missing } = column;
  const fill = {
    present: between(1, blank),
    emptyText: between(blank, none),
    none: between(none, missing),
    missing: counts[missing] ?? 0,
  };
  let distinct = 0;
  for (let code = 1; code < blank; code++) if ((counts[code] ?? 0) > 0) distinct++;
  return {
    column: column.id,
    rows: rows?.length ?? index.info.rows,
    fill,
    distinct,
    numbers: await addUp(index, column, counts),
    top: await findTop(index, column, counts),
  };
}

/** Number of rows for each code. `rows` null: all rows. */
async function countCodes(
  index: IndexReader,
  column: ColumnAccess,
  rows: Int32Array | null,
): Promise<Int32Array> {
  const codes = await index.codes(column);
  const counts = new Int32Array(column.missing + 1);
  await inTurns(rows?.length ?? codes.length, index.signal, (from, to) => {
    for (let i = from; i < to; i++) {
      const code = codes[rows === null ? i : (rows[i] ?? 0)] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  });
  return counts;
}

async function addUp(
  index: IndexReader,
  column: ColumnAccess,
  counts: Int32Array,
): Promise<NumberStatistics> {
  const nums = await index.numbers(column);
  const inexact = await index.ask(
    `SELECT code FROM ${index.catalog}.d WHERE col = ${String(column.number)} AND kind = 0 AND rounded`,
  );
  let [count, beyondRange, sum, lost] = [0, 0, 0, 0];
  const extremes: { min: number | null; max: number | null } = { min: null, max: null };
  await inTurns(nums.length, index.signal, (from, to) => {
    for (let code = from; code < to; code++) {
      const n = counts[code] ?? 0;
      const num = nums[code] ?? Number.NaN;
      if (n === 0 || Number.isNaN(num)) continue;
      count += n;
      if (!Number.isFinite(num)) {
        beyondRange += n;
        continue;
      }
      extremes.min ??= num;
      extremes.max = num;
      const [part, total] = [num * n, sum + num * n];
      lost += Math.abs(sum) >= Math.abs(part) ? sum - total + part : part - total + sum;
      sum = total;
    }
  });
  const total = count === beyondRange ? null : Number.isFinite(lost) ? sum + lost : sum;
  const { min, max } = extremes;
  return {
    count,
    beyondRange,
    min,
    max,
    sum: total,
    rounded: inexact.reduce((rows, [code]) => rows + (counts[Number(code)] ?? 0), 0),
    mean: total === null ? null : total / (count - beyondRange),
    bins: min === null || max === null ? [] : countBins(nums, counts, { min, max }),
  };
}

function countBins(
  nums: Float64Array,
  counts: Int32Array,
  { min, max }: { min: number; max: number },
): HistogramBin[] {
  // Divide first: the difference of two doubles may exceed their range.
  const width = max / HISTOGRAM_BINS - min / HISTOGRAM_BINS;
  const bins = width > 0 && Number.isFinite(width) ? HISTOGRAM_BINS : 1;
  const inBin = new Float64Array(bins);
  for (let code = 0; code < nums.length; code++) {
    const num = nums[code] ?? Number.NaN;
    const n = counts[code] ?? 0;
    if (n === 0 || !Number.isFinite(num)) continue;
    const place = bins === 1 ? 0 : Math.max(0, Math.min(bins - 1, Math.floor(num / width - min / width)));
    inBin[place] = (inBin[place] ?? 0) + n;
  }
  return Array.from(inBin, (count, bin) => ({
    from: min + bin * width,
    to: bin === bins - 1 ? max : min + (bin + 1) * width,
    count,
  }));
}

/** The most frequent values; spellings of one number count as one value. */
async function findTop(index: IndexReader, column: ColumnAccess, counts: Int32Array): Promise<FacetValue[]> {
  const byValue = counts.slice();
  for (const [code, first] of await listSpellings(index, column)) {
    byValue[first] = (byValue[first] ?? 0) + (byValue[code] ?? 0);
    byValue[code] = 0;
  }
  const top: { code: number; count: number }[] = [];
  byValue.forEach((count, code) => {
    if (count === 0 || (top.length === TOP_VALUES && count <= (top.at(-1)?.count ?? 0))) return;
    const at = top.findIndex((other) => other.count < count);
    top.splice(at < 0 ? top.length : at, 0, { code, count });
    if (top.length > TOP_VALUES) top.pop();
  });
  const codes = top.map(({ code }) => code);
  const names = await nameCodes(index, column, codes);
  return top.map(({ code, count }) => facetValue(column, [code, count, ...(names.get(code) ?? [])]));
}
