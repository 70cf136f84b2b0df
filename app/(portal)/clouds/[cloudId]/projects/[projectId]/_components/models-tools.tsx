"use client";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { toHeadSorts, type SortPair } from "#app/_ui/data-table/head-sorts.ts";
import { ListTools } from "#app/_ui/data-table/list-tools.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { msg, t } from "#lib/core/texts.ts";
import {
  MODEL_SHOWN,
  modelParameters,
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
  dismissed: msg("Hidden"),
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
  const { shown: current } = query;
  const items = MODEL_SHOWN.filter((shown) => shown === "current" || shown === current || counts[shown] > 0);
  return (
    <ListTools
      base={base}
      label={t("Find a model by name or number")}
      parameters={modelParameters(query)}
      shown={items.map((shown) => ({
        label: t(SHOWN_WORDS[shown]),
        href: base + writeModelQuery(query, { shown }),
        count: counts[shown],
        current: shown === current,
      }))}
      aside={aside}
    />
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
} as const satisfies Record<string, SortPair<ModelSort>>;

export type ModelSorts = Record<keyof typeof HEADS, HeadSort>;

/** The links of the table's column heads; they keep the list's other filters. */
export function modelSorts(base: string, query: ModelListQuery): ModelSorts {
  return toHeadSorts(HEADS, query.sort, (sort) => base + writeModelQuery(query, { sort }));
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
