import type { ReactNode } from "react";
import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { toHeadSorts, type SortPair } from "#app/_ui/data-table/head-sorts.ts";
import { ListTools } from "#app/_ui/data-table/list-tools.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { SHOWN, SORTS, type Shown, type Sort } from "#lib/features/clouds/schema.ts";

export type ListQuery = {
  search: string;
  shown: Shown;
  sort: Sort;
  after: string | undefined;
  /** Of one connection only. */
  connectionId?: string | undefined;
};

type RawQuery = Record<string, string | string[] | undefined>;

/** The query of a list from its address; invalid values count as absent. */
export function readListQuery(query: RawQuery): ListQuery {
  const one = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    search: one("q") ?? "",
    shown: SHOWN.find((shown) => shown === one("show")) ?? "current",
    sort: SORTS.find((sort) => sort === one("sort")) ?? "name",
    after: one("after"),
    connectionId: one("connection"),
  };
}

/** The address of a list with changed parameters; the cursor is left out unless given. */
export function listHref(base: string, query: ListQuery, change: Partial<ListQuery>): string {
  const next = { ...query, after: undefined, ...change };
  const words = new URLSearchParams();
  if (next.search !== "") words.set("q", next.search);
  if (next.shown !== "current") words.set("show", next.shown);
  if (next.sort !== "name") words.set("sort", next.sort);
  if (next.connectionId !== undefined) words.set("connection", next.connectionId);
  if (next.after !== undefined) words.set("after", next.after);
  const text = words.toString();
  return text === "" ? base : `${base}?${text}`;
}

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
  return toHeadSorts(HEADS, query.sort, (sort) => listHref(base, query, { sort }));
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
  const { search, shown: current, sort, connectionId } = query;
  return (
    <ListTools
      base={base}
      label={label}
      search={search}
      kept={{
        ...(current !== "current" && { show: current }),
        ...(connectionId !== undefined && { connection: connectionId }),
        ...(sort !== "name" && { sort }),
      }}
      shown={SHOWN.map((shown) => ({
        label: t(SHOWN_WORDS[shown]),
        href: listHref(base, query, { shown }),
        count: counts[shown],
        current: shown === current,
      }))}
      aside={aside}
    />
  );
}
