import type { ReactNode } from "react";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import {
  listParts,
  type LedgerPart,
  type PartFigures,
  type WordedPart,
} from "#lib/features/invitations/ledger.ts";
import { CountFilter, type CountFilterItem } from "./count-filter.tsx";
import type { LedgerParameters } from "./ledger-query.ts";

/** Links that filter the ledger by part, each with its count, and for waiting rows the evidence; empty parts are left out. */
export function StateFilter({
  base,
  page,
  parameters,
}: {
  base: string;
  page: PartFigures;
  parameters: LedgerParameters;
}): ReactNode {
  const current = parameters.state;
  const hrefOf = (state: LedgerPart | undefined): string => hrefTo(base, { ...parameters, state });
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
