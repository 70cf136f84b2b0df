"use client";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
import { msg, t } from "#lib/core/texts.ts";
import {
  MODEL_SHOWN,
  writeModelQuery,
  type ModelListQuery,
  type ModelShown,
  type ModelSort,
} from "#lib/features/models/list-query.ts";

const SHOWN_WORDS: Record<ModelShown, string> = {
  current: msg("All"),
  ready: msg("Ready"),
  working: msg("In process"),
  failed: msg("Failed"),
  dismissed: msg("Dismissed"),
};

/** Search and filter of a project's models; both are in the address, like the order that the column heads choose. */
export function ModelsTools({
  base,
  query,
  counts,
  aside,
}: {
  base: string;
  query: ModelListQuery;
  counts: Record<ModelShown, number>;
  /** At the end of the line. */
  aside?: ReactNode;
}): ReactNode {
  const label = t("Find a model by name or number");
  const items = MODEL_SHOWN.filter(
    (shown) => shown === "current" || shown === query.shown || counts[shown] > 0,
  );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <form role="search" action={base} className="max-sm:w-full">
        <Input
          key={query.search}
          name="q"
          type="search"
          aria-label={label}
          placeholder={label}
          defaultValue={query.search}
          icon={<Search aria-hidden />}
          className="w-72 max-sm:w-full"
        />
        {query.shown !== "current" && <input type="hidden" name="show" value={query.shown} />}
        {query.sort !== "newest" && <input type="hidden" name="sort" value={query.sort} />}
      </form>
      {items.length > 1 && (
        <Segmented
          label={t("What is shown")}
          items={items.map((shown) => ({
            label: t(SHOWN_WORDS[shown]),
            href: base + writeModelQuery(query, { shown }),
            count: counts[shown],
            current: shown === query.shown,
          }))}
        />
      )}
      {aside}
    </div>
  );
}

/** The two orders of a sortable column: the first press chooses the first, the next its reverse. */
const HEADS = {
  number: [
    ["newest", "descending"],
    ["oldest", "ascending"],
  ],
  name: [
    ["name", "ascending"],
    ["-name", "descending"],
  ],
  size: [
    ["size", "descending"],
    ["-size", "ascending"],
  ],
  changed: [
    ["changed", "descending"],
    ["-changed", "ascending"],
  ],
} as const satisfies Record<string, readonly (readonly [ModelSort, HeadSort["direction"]])[]>;

export type ModelSorts = Record<keyof typeof HEADS, HeadSort>;

/** The links of the table's column heads; they keep the list's other filters. */
export function modelSorts(base: string, query: ModelListQuery): ModelSorts {
  const sortOf = (head: keyof typeof HEADS): HeadSort => {
    const [first, reverse] = HEADS[head];
    const [next] = query.sort === first[0] ? reverse : first;
    const current = HEADS[head].find(([sort]) => sort === query.sort);
    return { href: base + writeModelQuery(query, { sort: next }), direction: current?.[1] ?? null };
  };
  return { number: sortOf("number"), name: sortOf("name"), size: sortOf("size"), changed: sortOf("changed") };
}

/** There are models, but none match. */
export function NoMatch({ base, query }: { base: string; query: ModelListQuery }): ReactNode {
  return (
    <Blank
      icon={<Search aria-hidden />}
      title={
        query.search === ""
          ? t("No model is shown here")
          : t("No model matches “{search}”", { search: query.search })
      }
      action={<LinkButton href={base}>{t("Show all models")}</LinkButton>}
    >
      {t("Search by name, in upper or lower case, or by the number at the service.")}
    </Blank>
  );
}
