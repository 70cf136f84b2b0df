import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { hrefTo, textOf, type Query } from "#lib/core/paging/hrefs.ts";
import type { PlaceInput } from "#lib/features/invitations/places/place.ts";
import { partsOf, PEOPLE_SORTS, type PeopleQuery, type PeopleSort } from "#lib/features/people/schema.ts";

/** The query in an address; invalid parts are ignored. */
export function readPeopleAddress(place: PlaceInput, address: Query): PeopleQuery {
  const one = (name: string): string | undefined => textOf(textOf(address[name])?.trim());
  const show = one("show");
  const sort = one("sort") ?? "";
  const parts = partsOf(place.projectId === undefined ? "cloud" : "project");
  return {
    ...place,
    part: parts.find((part) => part === show),
    search: one("search"),
    sort: PEOPLE_SORTS.find((name) => name === sort.replace(/^-/, "")),
    isDescending: sort.startsWith("-"),
    after: one("after"),
  };
}

/** The parameters of a people page's address, without the place in the list. */
export function peopleParameters({
  part,
  search,
  sort,
  isDescending = false,
}: PeopleQuery): PeopleParameters {
  return { show: part, search, sort: sort && `${isDescending ? "-" : ""}${sort}` };
}

type PeopleParameters = Record<"show" | "search" | "sort", string | undefined>;

/** Whether the query filters anybody out. */
export function isNarrowed({ part, search }: PeopleQuery): boolean {
  return part !== undefined || search !== undefined;
}

export type PeopleSorts = Record<PeopleSort, HeadSort>;

/** The links of the column heads; pressing the sorted column reverses the order. */
export function sortsOf(base: string, query: PeopleQuery): PeopleSorts {
  const { sort: current = "address", isDescending = false } = query;
  const sortOf = (sort: PeopleSort): HeadSort => {
    const isCurrent = sort === current;
    const next = { ...query, sort, isDescending: isCurrent && !isDescending };
    const direction = isDescending ? ("descending" as const) : ("ascending" as const);
    return { href: hrefTo(base, peopleParameters(next)), direction: isCurrent ? direction : null };
  };
  return { address: sortOf("address"), role: sortOf("role"), since: sortOf("since") };
}
