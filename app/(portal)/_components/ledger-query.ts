import { isId } from "#lib/core/ids.ts";
import { readPart } from "#lib/features/invitations/ledger.ts";
import type { InvitationsQuery } from "#lib/features/invitations/schema.ts";

export type LedgerAddress = Partial<
  Record<"state" | "search" | "by" | "cloud" | "after", string | string[] | undefined>
>;

/** What an address narrows the ledger to; anything that is no choice counts as none. `keep`: all of it but part and place. */
export function readLedgerAddress(address: LedgerAddress): {
  query: InvitationsQuery;
  keep: Record<string, string>;
} {
  const text = (value: string | string[] | undefined): string | undefined =>
    typeof value === "string" && value !== "" ? value : undefined;
  const search = text(address.search)?.slice(0, 256);
  const invitedBy = text(address.by);
  const cloud = text(address.cloud)?.slice(0, 256);
  const inCloud = isId(cloud ?? "") ? { cloudId: cloud } : { cloudNamed: cloud };
  return {
    query: { part: readPart(address.state), search, invitedBy, after: text(address.after), ...inCloud },
    keep: {
      ...(search === undefined ? {} : { search }),
      ...(invitedBy === undefined ? {} : { by: invitedBy }),
      ...(cloud === undefined ? {} : { cloud }),
    },
  };
}
