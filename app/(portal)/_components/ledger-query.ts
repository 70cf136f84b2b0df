import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { toHeadSorts, type SortPair } from "#app/_ui/data-table/head-sorts.ts";
import { isId } from "#lib/core/ids.ts";
import { hrefTo, textOf, type Query } from "#lib/core/paging/hrefs.ts";
import { readPart, type LedgerPart } from "#lib/features/invitations/ledger.ts";
import {
  LEDGER_SORTS,
  type InvitationsQuery,
  type LedgerInto,
  type LedgerSort,
} from "#lib/features/invitations/schema.ts";

/** The parameters of the ledger's address, without the place in it; the defaults are left out. */
export type LedgerParameters = { state: LedgerPart | undefined } & Record<
  "into" | "search" | "by" | "cloud" | "sort",
  string | undefined
>;

/** The ledger's filter and order from an address; invalid values count as absent. */
export function readLedgerAddress(address: Query): {
  query: InvitationsQuery & { into: LedgerInto; sort: LedgerSort };
  parameters: LedgerParameters;
  isNarrowed: boolean;
} {
  const into: LedgerInto = address["into"] === "projects" ? "projects" : "clouds";
  const part = readPart(address["state"]);
  const search = textOf(address["search"])?.slice(0, 256);
  const invitedBy = textOf(address["by"]);
  const cloud = textOf(address["cloud"])?.slice(0, 256);
  const sort = LEDGER_SORTS.find((each) => each === address["sort"]) ?? "newest";
  const inCloud = isId(cloud ?? "") ? { cloudId: cloud } : { cloudNamed: cloud };
  return {
    query: { into, part, search, invitedBy, sort, after: textOf(address["after"]), ...inCloud },
    parameters: {
      state: part,
      into: into === "projects" ? into : undefined,
      search,
      by: invitedBy,
      cloud,
      sort: sort === "newest" ? undefined : sort,
    },
    isNarrowed: (part ?? search ?? invitedBy ?? cloud) !== undefined,
  };
}

/** The two orders of a sortable column head: the first press chooses the first, the next its reverse. */
const HEADS = {
  address: [
    ["address", "ascending"],
    ["-address", "descending"],
  ],
  since: [
    ["-since", "descending"],
    ["since", "ascending"],
  ],
  invited: [
    ["newest", "descending"],
    ["oldest", "ascending"],
  ],
} as const satisfies Record<string, SortPair<LedgerSort>>;

export type LedgerSorts = Record<keyof typeof HEADS, HeadSort>;

/** The links of the ledger's column heads; they keep the other filters, but not the place in the list. */
export function ledgerSorts(
  base: string,
  { query, parameters }: ReturnType<typeof readLedgerAddress>,
): LedgerSorts {
  return toHeadSorts(HEADS, query.sort, (sort) =>
    hrefTo(base, { ...parameters, sort: sort === "newest" ? undefined : sort }),
  );
}
