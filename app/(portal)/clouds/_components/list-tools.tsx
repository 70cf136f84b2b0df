import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
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
} as const satisfies Record<string, readonly (readonly [Sort, HeadSort["direction"]])[]>;

export type ListSorts = Record<keyof typeof HEADS, HeadSort>;

/** The links of a table's column heads; they keep the list's other filters. */
export function headSorts(base: string, query: ListQuery): ListSorts {
  const sortOf = (head: keyof typeof HEADS): HeadSort => {
    const [first, reverse] = HEADS[head];
    const [next] = query.sort === first[0] ? reverse : first;
    const current = HEADS[head].find(([sort]) => sort === query.sort);
    return { href: listHref(base, query, { sort: next }), direction: current?.[1] ?? null };
  };
  return { name: sortOf("name"), number: sortOf("number"), added: sortOf("added") };
}

/** Search and filter of a list; both are in the address, like the order that the column heads choose. */
export function ListTools({
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
    <div className="flex flex-wrap items-center gap-3">
      <form role="search" action={base} className="max-sm:w-full">
        <Input
          name="q"
          type="search"
          aria-label={label}
          placeholder={label}
          defaultValue={query.search}
          icon={<Search aria-hidden />}
          className="w-72 max-sm:w-full"
        />
        {query.shown !== "current" && <input type="hidden" name="show" value={query.shown} />}
        {query.connectionId !== undefined && (
          <input type="hidden" name="connection" value={query.connectionId} />
        )}
        {query.sort !== "name" && <input type="hidden" name="sort" value={query.sort} />}
      </form>
      <Segmented
        label={t("What is shown")}
        items={SHOWN.map((shown) => ({
          label: t(SHOWN_WORDS[shown]),
          href: listHref(base, query, { shown }),
          count: counts[shown],
          current: shown === query.shown,
        }))}
      />
      {aside}
    </div>
  );
}
