/*
 * Rows that match a query, grouped by the values of up to a few columns: how many there are, and the sums of number columns. Rows are sorted
 * by codes, so that groups come one after the other and need no memory of their own; only the asked number of groups is named. Sums are
 * doubles added with error compensation and rounded to the digits that a double always holds.
 */
import { facetValue, listSpellings, nameCodes } from "../facets.ts";
import type { ColumnAccess, IndexReader } from "../index/index-file.ts";
import { allRows, matchingRows, sortedByCodes } from "../rows.ts";
import { inTurns } from "../turns.ts";
import type { FacetValue, TableQuery } from "../types.ts";

/** The most columns grouped by. */
export const SUM_GROUPS_MAX = 2;
/** The most columns added up. */
export const SUM_COLUMNS_MAX = 3;
/** Every double holds this many decimal digits. */
const DIGITS = 15;

export type SumsRequest = {
  /** Columns grouped by, the first being the outer one; none: one line over all rows. */
  readonly groups: readonly string[];
  /** Columns added up. */
  readonly sums: readonly string[];
  /** The most groups to return. */
  readonly limit: number;
};

/** The numbers of one column in some rows. */
export type Sum = {
  /** Rows that have a number; all others add nothing. */
  readonly numbers: number;
  /** Null without a number, or beyond the range of doubles. */
  readonly sum: number | null;
};

export type SumsLine = { readonly rows: number; readonly sums: readonly Sum[] };

export type SumsGroup = SumsLine & {
  /** One value for each column grouped by. */
  readonly values: readonly Pick<FacetValue, "value" | "isCut">[];
};

export type Sums = {
  /** In the order of the columns grouped by, kinds of no value last; at most as many as requested. */
  readonly groups: readonly SumsGroup[];
  /** How many groups there are. */
  readonly groupCount: number;
  /** Over all matching rows, whether or not their group is among `groups`. */
  readonly total: SumsLine;
};

/**
 * Groups and sums of the rows that match.
 * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
 */
export async function computeSums(
  index: IndexReader,
  query: TableQuery,
  request: SumsRequest,
): Promise<Sums> {
  const by = request.groups.map((id) => index.column(id));
  const keys = await Promise.all(by.map((column) => valueCodes(index, column)));
  const summed = await Promise.all(
    request.sums.map(async (id) => {
      const column = index.column(id);
      return { nums: await index.numbers(column), codes: await index.codes(column) };
    }),
  );
  let rows = (await matchingRows(index, query)) ?? allRows(index);
  for (const [i, column] of [...by.entries()].toReversed())
    rows = await sortedByCodes(rows, keys[i] ?? new Int32Array(), column, false, index.signal);
  const total = new Line(summed.length);
  const found: { codes: number[]; line: Line }[] = [];
  let [groupCount, line, before] = [0, new Line(summed.length), -1];
  await inTurns(rows.length, index.signal, (from, to) => {
    for (let i = from; i < to; i++) {
      const row = rows[i] ?? 0;
      if (before < 0 || keys.some((codes) => codes[row] !== codes[before])) {
        line = new Line(summed.length);
        if (groupCount++ < request.limit) found.push({ codes: keys.map((codes) => codes[row] ?? 0), line });
      }
      before = row;
      line.rows++;
      total.rows++;
      for (const [at, { codes, nums }] of summed.entries()) {
        const num = nums[codes[row] ?? 0] ?? Number.NaN;
        if (!Number.isFinite(num)) continue;
        line.adders[at]?.add(num);
        total.adders[at]?.add(num);
      }
    }
  });
  const names = await Promise.all(
    by.map((column, i) => nameCodes(index, column, new Set(found.map(({ codes }) => codes[i] ?? 0)))),
  );
  return {
    groupCount,
    total: total.toSums(),
    groups: found.map(({ codes, line: sums }) => ({
      ...sums.toSums(),
      values: by.map((column, i) => {
        const code = codes[i] ?? 0;
        const { value, isCut } = facetValue(column, [code, 0, ...(names[i]?.get(code) ?? [])]);
        return { value, isCut };
      }),
    })),
  };
}

/** The code of every row, the same for all spellings of a number. */
async function valueCodes(index: IndexReader, column: ColumnAccess): Promise<Int32Array> {
  const codes = await index.codes(column);
  if (!column.isRespelled) return codes;
  const first = Int32Array.from({ length: column.missing + 1 }, (_, code) => code);
  for (const [code, other] of await listSpellings(index, column)) first[code] = other;
  return codes.map((code) => first[code] ?? code);
}

/** A sum of doubles with error compensation (Neumaier). */
class Adder {
  #sum = 0;
  #lost = 0;
  #numbers = 0;

  add(num: number): void {
    const total = this.#sum + num;
    this.#lost += Math.abs(this.#sum) >= Math.abs(num) ? this.#sum - total + num : num - total + this.#sum;
    this.#sum = total;
    this.#numbers++;
  }

  toSum(): Sum {
    if (this.#numbers === 0) return { numbers: 0, sum: null };
    const exact = this.#sum + this.#lost;
    // The sum of finite numbers may exceed the range of doubles.
    return { numbers: this.#numbers, sum: Number.isFinite(exact) ? Number(exact.toPrecision(DIGITS)) : null };
  }
}

class Line {
  rows = 0;
  readonly adders: readonly Adder[];

  constructor(sums: number) {
    this.adders = Array.from({ length: sums }, () => new Adder());
  }

  toSums(): SumsLine {
    return { rows: this.rows, sums: this.adders.map((adder) => adder.toSum()) };
  }
}
