import type { ReactNode } from "react";
import type { InvitationsPage, InvitationView } from "#lib/features/invitations/schema.ts";
import { CountFilter } from "./count-filter.tsx";

type StateKey = InvitationView["state"];

const ORDER: readonly { state: StateKey; label: string }[] = [
  { state: "WAITING", label: "Waiting" },
  { state: "JOINED", label: "Joined" },
  { state: "GONE", label: "Declined or withdrawn" },
  { state: "CANCELLED", label: "Taken back" },
  { state: "REFUSED", label: "Refused" },
  { state: "UNKNOWN", label: "Unknown" },
  { state: "PREPARED", label: "Prepared" },
  { state: "SENDING", label: "Sending" },
  { state: "NOT_SENT", label: "Not sent" },
];

/** The state named in an address, when it is one. */
export function readState(value: string | string[] | undefined): StateKey | undefined {
  return ORDER.find((entry) => entry.state === value)?.state;
}

/** Links that narrow the ledger to one state, each with its count; states that nobody is in are left out. */
export function StateFilter({
  base,
  page,
  current,
}: {
  base: string;
  page: Pick<InvitationsPage, "counts" | "total">;
  current: StateKey | undefined;
}): ReactNode {
  const present = ORDER.filter((entry) => (page.counts[entry.state] ?? 0) > 0 || entry.state === current);
  const items = [
    { href: base, label: "All", count: page.total, isCurrent: current === undefined },
    ...present.map((entry) => ({
      href: `${base}?state=${entry.state}`,
      label: entry.label,
      count: page.counts[entry.state] ?? 0,
      isCurrent: entry.state === current,
    })),
  ];
  return <CountFilter label="Narrow by state" items={items} />;
}
