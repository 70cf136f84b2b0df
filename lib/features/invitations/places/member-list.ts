/** Stores the service's list of a place's members, so that people are found without asking every Cloud and project. */
import type { Db } from "#lib/db/client.ts";
import { hasValues } from "#lib/db/has-values.ts";
import { membersOf, type KeptMember } from "./kept-people.ts";
import { objectOf, tablesOf, type Place } from "./place.ts";

/** `address`: normalised; empty where the service states none. */
export type ListedMember = Pick<KeptMember, "serviceId" | "address" | "email" | "name" | "role">;

/**
 * Updates the stored members of a place from the list. `askedAt`: when the list was requested; rows that Portico changed since stay
 * unchanged. Writes only differences, because every list is read every few minutes.
 */
export async function keepMembers(
  tx: Db,
  place: Place,
  listed: readonly ListedMember[],
  askedAt: Date,
): Promise<void> {
  const members = membersOf(tx, place);
  const known = new Map((await members.list({})).map((row) => [row.serviceId, row]));
  const fresh: ListedMember[] = [];
  for (const member of listed) {
    const row = known.get(member.serviceId);
    known.delete(member.serviceId);
    if (row === undefined) {
      fresh.push(member);
      continue;
    }
    if (row.changedAt !== null && row.changedAt >= askedAt) continue;
    const { serviceId, ...stated } = member;
    const values = { ...stated, searchText: searchTextOf(member), isRemoved: false };
    if (hasValues(row, values)) continue;
    await members.change({ serviceId }, { ...values, ...(row.isRemoved ? { foundAt: askedAt } : {}) });
  }
  await insertMembers(tx, place, fresh, askedAt);
  // Members that are no longer listed are removed; a row that Portico changed since waits for the next list.
  const gone = [...known.values()].filter(({ changedAt }) => changedAt === null || changedAt < askedAt);
  if (gone.length === 0) return;
  await members.remove({ serviceId: { in: gone.map(({ serviceId }) => serviceId) } });
}

/** One value for each column, however many people there are: a statement with a value for each cell would be compiled anew for every list. */
async function insertMembers(
  tx: Db,
  place: Place,
  fresh: readonly ListedMember[],
  foundAt: Date,
): Promise<void> {
  if (fresh.length === 0) return;
  const { member, id } = tablesOf(place);
  const column = <T>(valueOf: (one: ListedMember) => T): T[] => fresh.map(valueOf);
  await tx.$executeRaw`
    INSERT INTO ${member} (${id}, service_id, address, email, name, search_text, role, found_at)
    SELECT ${objectOf(place).objectId}::uuid, m.*, ${foundAt}::timestamptz
    FROM unnest(${column((one) => one.serviceId)}::bigint[], ${column((one) => one.address)}::text[],
      ${column((one) => one.email)}::text[], ${column((one) => one.name)}::text[],
      ${column(searchTextOf)}::text[], ${column((one) => one.role)}::int[]) m
    ON CONFLICT DO NOTHING`;
}

/** An index of PostgreSQL holds at most 2,704 bytes of a row: this text and the address, with up to four bytes for each character. */
const SEARCH_TEXT_CHARS_MAX = 400;

/** What a search of all people looks through: queries.ts in people compares it with what was typed, in lower case. */
function searchTextOf({ address, name }: ListedMember): string {
  return `${address} ${name.toLowerCase()}`.slice(0, SEARCH_TEXT_CHARS_MAX).toWellFormed();
}
