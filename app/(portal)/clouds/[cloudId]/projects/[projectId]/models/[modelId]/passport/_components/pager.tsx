import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/** Links to the previous and next page; nothing when there is only one. */
export function Pager({
  page,
  pages,
  hrefOf,
}: {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}): ReactNode {
  if (pages <= 1) return null;
  return (
    <nav aria-label={t("Pages")} className="flex items-center gap-2 text-13 text-fg-2">
      {page > 1 && (
        <LinkButton size="sm" href={hrefOf(page - 1)}>
          {t("Previous page")}
        </LinkButton>
      )}
      <span>{t("Page {page} of {pages}", { page: formatCount(page), pages: formatCount(pages) })}</span>
      {page < pages && (
        <LinkButton size="sm" href={hrefOf(page + 1)}>
          {t("Next page")}
        </LinkButton>
      )}
    </nav>
  );
}
