import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import type { PlaceInput } from "#lib/features/invitations/places/place.ts";
import { partsOf, PEOPLE_SORTS, type PeopleQuery, type PeopleSort } from "#lib/features/people/schema.ts";

/** What the address of a page of people and of its file may carry. */
export type PeopleAddress = {
  show?: string | string[];
  search?: string | string[];
  /** "role", or "-role" for the other direction. */
  sort?: string | string[];
  after?: string | string[];
};

/** The query that an address stands for; what it cannot mean is left out. */
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

/** The same without its place, as the end of an address: "show=members&search=anna". */
export function writePeopleAddress({ part, search, sort, isDescending = false }: PeopleQuery): string {
  return new URLSearchParams({
    ...(part === undefined ? {} : { show: part }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort: `${isDescending ? "-" : ""}${sort}` }),
  }).toString();
}

/** Whether it shows less than everybody. */
export function isNarrowed({ part, search }: PeopleQuery): boolean {
  return part !== undefined || search !== undefined;
}

export type PeopleSorts = Record<PeopleSort, HeadSort>;

/** The links of the heads; a press on the column of the order turns it round. */
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
