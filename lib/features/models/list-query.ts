import { hrefTo } from "#lib/core/paging/hrefs.ts";

/** The filters and order of a project's models in an address. Also used in the browser, so without zod. */

export const MODEL_SORTS = [
  "newest",
  "oldest",
  "name",
  "-name",
  "changed",
  "-changed",
  "size",
  "-size",
] as const;
export type ModelSort = (typeof MODEL_SORTS)[number];

/** current: all except dismissed ones. */
export const MODEL_SHOWN = ["current", "ready", "working", "failed", "dismissed"] as const;
export type ModelShown = (typeof MODEL_SHOWN)[number];

export type ModelListQuery = {
  search: string;
  shown: ModelShown;
  sort: ModelSort;
  after: string | undefined;
};

const SEARCH_LENGTH_MAX = 256;

/** Unknown values count as absent. */
export function readModelQuery(one: (name: string) => string | null): ModelListQuery {
  return {
    search: (one("q") ?? "").replaceAll("\0", "").slice(0, SEARCH_LENGTH_MAX),
    shown: MODEL_SHOWN.find((shown) => shown === one("show")) ?? "current",
    sort: MODEL_SORTS.find((sort) => sort === one("sort")) ?? "newest",
    after: one("after") ?? undefined,
  };
}

/** The query as part of an address, with a question mark; empty for the defaults. The cursor is left out unless given. */
export function writeModelQuery(query: ModelListQuery, change: Partial<ModelListQuery> = {}): string {
  return hrefTo("", { ...modelParameters({ ...query, ...change }), after: change.after });
}

/** The parameters of the address, without the place in the list; the defaults are left out. */
export function modelParameters({
  search,
  shown,
  sort,
}: ModelListQuery): { q: string } & Record<"show" | "sort", string | undefined> {
  return {
    q: search,
    show: shown === "current" ? undefined : shown,
    sort: sort === "newest" ? undefined : sort,
  };
}
