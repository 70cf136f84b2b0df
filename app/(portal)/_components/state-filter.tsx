import type { ReactNode } from "react";
import { listParts, type LedgerPart } from "#lib/features/invitations/ledger.ts";
import type { InvitationsPage } from "#lib/features/invitations/schema.ts";
import { t } from "#lib/core/texts.ts";
import { CountFilter } from "./count-filter.tsx";

/** Links that narrow the ledger to one part, each with its count; parts that nobody is in are left out. */
export function StateFilter({
  base,
  page,
  current,
  keep,
}: {
  base: string;
  page: Pick<InvitationsPage, "counts" | "total">;
  current: LedgerPart | undefined;
  /** What else the address narrows by. */
  keep: Readonly<Record<string, string>>;
}): ReactNode {
  const hrefOf = (part: LedgerPart | undefined): string => {
    const query = new URLSearchParams({ ...(part === undefined ? {} : { state: part }), ...keep }).toString();
    return query === "" ? base : `${base}?${query}`;
  };
  const present = listParts().filter(([part]) => (page.counts[part] ?? 0) > 0 || part === current);
  const items = [
    { href: hrefOf(undefined), label: t("All"), count: page.total, isCurrent: current === undefined },
    ...present.map(([part, label]) => ({
      href: hrefOf(part),
      label,
      count: page.counts[part] ?? 0,
      isCurrent: part === current,
    })),
  ];
  return <CountFilter label={t("Filter by state")} items={items} />;
}
