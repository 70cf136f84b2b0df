import type { ReactElement, ReactNode } from "react";
import { DownloadButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/** A link to the CSV file for spreadsheets at `href`, the usual choice, and beside it one for programs. */
export function CsvLinks({
  href,
  variant,
  children,
}: {
  href: string;
  variant?: "primary";
  children: ReactNode;
}): ReactElement {
  return (
    <>
      <DownloadButton href={href} variant={variant}>
        {children}
      </DownloadButton>
      <DownloadButton href={`${href}${href.includes("?") ? "&" : "?"}profile=programs`} variant="ghost">
        {t("CSV for programs")}
      </DownloadButton>
    </>
  );
}
