/** Sort orders and filters shared by the lists of Clouds and of projects. Pure; must not read or write anything. */
import { keysetOf } from "#lib/core/paging/keyset.ts";
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
