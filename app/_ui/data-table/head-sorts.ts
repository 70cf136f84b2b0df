import type { HeadSort } from "./data-table.tsx";

/** The two orders of a sortable column: the first press chooses the first, the next its reverse. */
export type SortPair<Sort extends string> = readonly [
  readonly [Sort, HeadSort["direction"]],
  readonly [Sort, HeadSort["direction"]],
];

/** The links of a table's column heads. @param sort the current order */
export function toHeadSorts<Sort extends string, Head extends string>(
  heads: Readonly<Record<Head, SortPair<Sort>>>,
  sort: Sort,
  hrefOf: (sort: Sort) => string,
): Record<Head, HeadSort> {
  const sortOf = ([first, reverse]: SortPair<Sort>): HeadSort => {
    const [next] = sort === first[0] ? reverse : first;
    const current = [first, reverse].find(([known]) => known === sort);
    return { href: hrefOf(next), direction: current?.[1] ?? null };
  };
  const sorts = Object.entries<SortPair<Sort>>(heads).map(([head, pair]) => [head, sortOf(pair)]);
  return Object.fromEntries(sorts) as Record<Head, HeadSort>;
}
