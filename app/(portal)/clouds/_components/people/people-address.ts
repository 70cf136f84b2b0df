import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import type { PlaceInput } from "#lib/features/invitations/places/place.ts";
import { partsOf, PEOPLE_SORTS, type PeopleQuery, type PeopleSort } from "#lib/features/people/schema.ts";

/** The parameters of a people page and of its file. */
export type PeopleAddress = {
  show?: string | string[];
  search?: string | string[];
  /** "role", or "-role" for the reverse. */
  sort?: string | string[];
  after?: string | string[];
};

/** The query in an address; invalid parts are ignored. */
export function readPeopleAddress(place: PlaceInput, address: PeopleAddress): PeopleQuery {
  const one = (value: string | string[] | undefined): string | undefined =>
    typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  const show = one(address.show);
  const sort = one(address.sort) ?? "";
  const parts = partsOf(place.projectId === undefined ? "cloud" : "project");
  return {
    ...place,
    part: parts.find((part) => part === show),
    search: one(address.search),
    sort: PEOPLE_SORTS.find((name) => name === sort.replace(/^-/, "")),
    isDescending: sort.startsWith("-"),
    after: one(address.after),
  };
}

/** The query as the end of an address, without its place: "show=members&search=anna". */
export function writePeopleAddress({ part, search, sort, isDescending = false }: PeopleQuery): string {
  return new URLSearchParams({
    ...(part === undefined ? {} : { show: part }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort: `${isDescending ? "-" : ""}${sort}` }),
  }).toString();
}

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
    return { href: `${base}?${writePeopleAddress(next)}`, direction: isCurrent ? direction : null };
  };
  return { address: sortOf("address"), role: sortOf("role"), since: sortOf("since") };
}
