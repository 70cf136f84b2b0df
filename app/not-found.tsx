import type { Metadata } from "next";
import type { ReactNode } from "react";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

export const generateMetadata = (): Metadata => ({ title: t("Not here") });

export default function NotFound(): ReactNode {
  return (
    <main id="main" className="page grid justify-items-start gap-3">
      <h1>{t("Nothing is at this address")}</h1>
      <p className="sub">
        {t(
          "It may have been removed, the address may be mistyped, or it is not yours to see. Nothing was changed.",
        )}
      </p>
      <LinkButton href="/">{t("Go to the overview")}</LinkButton>
    </main>
  );
}
