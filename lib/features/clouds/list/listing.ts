/** Sort orders and filters shared by the lists of Clouds and of projects. Pure; must not read or write anything. */
import { keysetOf } from "#lib/core/paging/keyset.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Shown, Sort } from "../schema.ts";

type Field = "sortName" | "createdAt" | "serviceId";

export const { orderOf, cursorAfter, placeOf } = keysetOf<Sort, Field>({
  name: { field: "sortName", direction: "asc", kind: "text" },
  "-name": { field: "sortName", direction: "desc", kind: "text" },
  newest: { field: "createdAt", direction: "desc", kind: "time" },
  oldest: { field: "createdAt", direction: "asc", kind: "time" },
  number: { field: "serviceId", direction: "asc", kind: "number" },
  "-number": { field: "serviceId", direction: "desc", kind: "number" },
});

/** The condition for the rows to show. */
export const WHERE_SHOWN: Readonly<Record<Shown, Record<string, unknown>>> = {
  current: { archivedAt: null, deletedAt: null },
  archived: { archivedAt: { not: null } },
  gone: { OR: [{ missingSince: { not: null } }, { deletedAt: { not: null } }] },
  all: {},
};

/** What a search looks for: a part of the name, and a whole number. `name` is empty where nothing is searched. */
export function searchOf(typed: string | undefined): { name: string; number: bigint | null } {
  const name = subjectName(typed ?? "").slice(0, 256);
  return { name, number: /^[1-9]\d{0,15}$/.test(name) ? BigInt(name) : null };
}

/** The condition of a search. */
export function whereSearched(typed: string | undefined): Record<string, unknown> {
  const { name, number } = searchOf(typed);
  if (name === "") return {};
  const byName = { sortName: { contains: name } };
  return number === null ? byName : { OR: [byName, { serviceId: number }] };
}
