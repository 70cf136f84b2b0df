import { PEOPLE_PARTS, type PeopleQuery } from "#lib/features/people/schema.ts";

/** What the address of the page and of its file may carry. */
export type PeopleAddress = {
  show?: string | string[];
  search?: string | string[];
  after?: string | string[];
};

/** The query that an address stands for; what it cannot mean is left out. */
export function readPeopleAddress(cloudId: string, address: PeopleAddress): PeopleQuery {
  const one = (value: string | string[] | undefined): string | undefined =>
    typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  const show = one(address.show);
  return {
    cloudId,
    part: PEOPLE_PARTS.find((part) => part === show),
    search: one(address.search),
    after: one(address.after),
  };
}

/** The same without its place, as the end of an address: "show=members&search=anna". */
export function writePeopleAddress({ part, search }: PeopleQuery): string {
  return new URLSearchParams({
    ...(part === undefined ? {} : { show: part }),
    ...(search === undefined ? {} : { search }),
  }).toString();
}
