import type { ReactNode } from "react";
import {
  listParts,
  type LedgerPart,
  type PartFigures,
  type WordedPart,
} from "#lib/features/invitations/ledger.ts";
import { t } from "#lib/core/texts.ts";
import { CountFilter, type CountFilterItem } from "./count-filter.tsx";

/** Links that filter the ledger by part, each with its count, and for waiting rows the evidence; empty parts are left out. */
export function StateFilter({
  base,
  page,
  current,
  keep,
}: {
  base: string;
  page: PartFigures;
  current: LedgerPart | undefined;
  /** The other filters in the address. */
  keep: Readonly<Record<string, string>>;
}): ReactNode {
  const hrefOf = (part: LedgerPart | undefined): string => {
    const query = new URLSearchParams({ ...(part === undefined ? {} : { state: part }), ...keep }).toString();
    return query === "" ? base : `${base}?${query}`;
  };
  const toItem = ({ part, words }: WordedPart): CountFilterItem => ({
    href: hrefOf(part),
    label: words,
    count: page.counts[part] ?? 0,
    isCurrent: part === current,
  });
  const isPresent = (item: CountFilterItem): boolean => item.count > 0 || item.isCurrent;
  const parts = listParts().map(({ within, ...part }) => ({
    ...toItem(part),
    within: within.map(toItem).filter(isPresent),
  }));
  const items = [
    { href: hrefOf(undefined), label: t("All"), count: page.total, isCurrent: current === undefined },
    ...parts.filter((part) => isPresent(part) || part.within.length > 0),
  ];
  return <CountFilter label={t("Filter by state")} items={items} />;
}
