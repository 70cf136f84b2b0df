import type { Metadata } from "next";
import type { ReactNode } from "react";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

export const generateMetadata = (): Metadata => ({ title: t("Page not found") });

/** Leads an invited person back to their own Clouds, not to the pages of staff. */
export default function PlatformNotFound(): ReactNode {
  return (
    <main id="main" className="page grid justify-items-start gap-3">
      <h1>{t("There is no page at this address")}</h1>
      <p className="sub">
        {t(
          "The page may have been removed, the address may be mistyped, or you may not be allowed to see it. Nothing was changed.",
        )}
      </p>
      <LinkButton href="/platform">{t("Your Clouds")}</LinkButton>
    </main>
  );
}
