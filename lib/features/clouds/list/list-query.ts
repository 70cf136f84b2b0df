import { textOf, type Query } from "#lib/core/paging/hrefs.ts";
import { SHOWN, SORTS, type Shown, type Sort } from "../schema.ts";

/** The filters and order of a list of Clouds or projects in its address. */
export type ListQuery = {
  search: string;
  shown: Shown;
  sort: Sort;
  after: string | undefined;
  /** Of one connection only. */
  connectionId?: string | undefined;
};

/** The query of a list from its address; invalid values count as absent. */
export function readListQuery(query: Query): ListQuery {
  const one = (name: string): string | undefined => textOf(query[name]);
  return {
    search: one("q") ?? "",
    shown: SHOWN.find((shown) => shown === one("show")) ?? "current",
    sort: SORTS.find((sort) => sort === one("sort")) ?? "name",
    after: one("after"),
    connectionId: one("connection"),
  };
}

/** The parameters of a list's address, without the place in it. */
export function listParameters({
  search,
  shown,
  sort,
  connectionId,
}: ListQuery): { q: string } & Record<"show" | "sort" | "connection", string | undefined> {
  return {
    q: search,
    show: shown === "current" ? undefined : shown,
    sort: sort === "name" ? undefined : sort,
    connection: connectionId,
  };
}
