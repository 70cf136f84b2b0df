import type { ReactElement, ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/** A CSV file for spreadsheets at `href`, which people mostly want, and beside it the same for programs. */
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
      <Button asChild variant={variant}>
        <a href={href} download>
          {children}
        </a>
      </Button>
      <Button asChild variant="ghost">
        <a href={`${href}${href.includes("?") ? "&" : "?"}profile=programs`} download>
          {t("CSV for programs")}
        </a>
      </Button>
    </>
  );
}
