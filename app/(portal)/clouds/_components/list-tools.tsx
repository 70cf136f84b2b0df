import type { ReactNode } from "react";
import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { toHeadSorts, type SortPair } from "#app/_ui/data-table/head-sorts.ts";
import { ListTools } from "#app/_ui/data-table/list-tools.tsx";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { msg, t } from "#lib/core/texts.ts";
import { listParameters, type ListQuery } from "#lib/features/clouds/list/list-query.ts";
import { SHOWN, type Shown, type Sort } from "#lib/features/clouds/schema.ts";

const SHOWN_WORDS: Record<Shown, string> = {
  current: msg("Current"),
  archived: msg("Archived"),
  gone: msg("Not found"),
  all: msg("All"),
};

/** The two orders of a sortable column: the first press chooses the first, the next its reverse. */
const HEADS = {
  name: [
    ["name", "ascending"],
    ["-name", "descending"],
  ],
  number: [
    ["number", "ascending"],
    ["-number", "descending"],
  ],
  added: [
    ["newest", "descending"],
    ["oldest", "ascending"],
  ],
} as const satisfies Record<string, SortPair<Sort>>;

export type ListSorts = Record<keyof typeof HEADS, HeadSort>;

/** The links of a table's column heads; they keep the list's other filters. */
export function headSorts(base: string, query: ListQuery): ListSorts {
  return toHeadSorts(HEADS, query.sort, (sort) => hrefTo(base, listParameters({ ...query, sort })));
}

/** Search and filter of a list of Clouds or projects. */
export function CloudListTools({
  base,
  query,
  counts,
  label,
  aside,
}: {
  base: string;
  query: ListQuery;
  counts: Record<Shown, number>;
  /** "Find a Cloud by name or number" */
  label: string;
  /** At the end of the line. */
  aside?: ReactNode;
}): ReactNode {
  return (
    <ListTools
      base={base}
      label={label}
      parameters={listParameters(query)}
      shown={SHOWN.map((shown) => ({
        label: t(SHOWN_WORDS[shown]),
        href: hrefTo(base, listParameters({ ...query, shown })),
        count: counts[shown],
        current: shown === query.shown,
      }))}
      aside={aside}
    />
  );
}
