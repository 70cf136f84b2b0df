import type { HeadSort } from "#app/_ui/data-table/data-table.tsx";
import { toHeadSorts, type SortPair } from "#app/_ui/data-table/head-sorts.ts";
import { isId } from "#lib/core/ids.ts";
import { readPart } from "#lib/features/invitations/ledger.ts";
import {
  LEDGER_SORTS,
  type InvitationsQuery,
  type LedgerInto,
  type LedgerSort,
} from "#lib/features/invitations/schema.ts";

export type LedgerAddress = Partial<
  Record<"into" | "state" | "search" | "by" | "cloud" | "sort" | "after", string | string[] | undefined>
>;

/** The ledger's filter and order from an address; invalid values count as absent. `keep`: all of it except part and place. */
export function readLedgerAddress(address: LedgerAddress): {
  query: InvitationsQuery & { into: LedgerInto; sort: LedgerSort };
  keep: Record<string, string>;
  isNarrowed: boolean;
} {
  const text = (value: string | string[] | undefined): string | undefined =>
    typeof value === "string" && value !== "" ? value : undefined;
  const into: LedgerInto = address.into === "projects" ? "projects" : "clouds";
  const part = readPart(address.state);
  const search = text(address.search)?.slice(0, 256);
  const invitedBy = text(address.by);
  const cloud = text(address.cloud)?.slice(0, 256);
  const sort = LEDGER_SORTS.find((each) => each === address.sort) ?? "newest";
  const inCloud = isId(cloud ?? "") ? { cloudId: cloud } : { cloudNamed: cloud };
  const asked = {
    ...(search === undefined ? {} : { search }),
    ...(invitedBy === undefined ? {} : { by: invitedBy }),
    ...(cloud === undefined ? {} : { cloud }),
  };
  return {
    query: { into, part, search, invitedBy, sort, after: text(address.after), ...inCloud },
    keep: { ...(into === "projects" ? { into } : {}), ...asked, ...(sort === "newest" ? {} : { sort }) },
    isNarrowed: part !== undefined || Object.keys(asked).length > 0,
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
  { query, keep }: ReturnType<typeof readLedgerAddress>,
): LedgerSorts {
  return toHeadSorts(HEADS, query.sort, (sort) => {
    const words = new URLSearchParams({
      ...(query.part === undefined ? {} : { state: query.part }),
      ...keep,
      sort,
    });
    if (sort === "newest") words.delete("sort");
    return words.size === 0 ? base : `${base}?${words.toString()}`;
  });
}
