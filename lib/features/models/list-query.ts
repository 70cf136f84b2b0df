/** What an address asks of the list of a project's models. Read by the browser too, so without zod. */

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

/** current: all but those that were put away. */
export const MODEL_SHOWN = ["current", "ready", "working", "failed", "dismissed"] as const;
export type ModelShown = (typeof MODEL_SHOWN)[number];

export type ModelListQuery = {
  search: string;
  shown: ModelShown;
  sort: ModelSort;
  after: string | undefined;
};

const SEARCH_LENGTH_MAX = 256;

/** Whatever is not one of the words counts as not said. */
export function readModelQuery(one: (name: string) => string | null): ModelListQuery {
  return {
    search: (one("q") ?? "").replaceAll("\0", "").slice(0, SEARCH_LENGTH_MAX),
    shown: MODEL_SHOWN.find((shown) => shown === one("show")) ?? "current",
    sort: MODEL_SORTS.find((sort) => sort === one("sort")) ?? "newest",
    after: one("after") ?? undefined,
  };
}

/** As it stands in an address, with a question mark; empty where nothing is asked. The place is left out unless it is given. */
export function writeModelQuery(query: ModelListQuery, change: Partial<ModelListQuery> = {}): string {
  const next = { ...query, after: undefined, ...change };
  const words = new URLSearchParams();
  if (next.search !== "") words.set("q", next.search);
  if (next.shown !== "current") words.set("show", next.shown);
  if (next.sort !== "newest") words.set("sort", next.sort);
  if (next.after !== undefined) words.set("after", next.after);
  const text = words.toString();
  return text === "" ? "" : `?${text}`;
}
