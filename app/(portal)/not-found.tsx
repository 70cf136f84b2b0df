import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

export const generateMetadata = (): Metadata => ({ title: t("Page not found") });

/** Not-found page inside the frame, so that people can continue from it. */
export default function NotFound(): ReactNode {
  return (
    <Page
      title={t("There is no page at this address")}
      facts={[
        t(
          "The page may have been removed, the address may be mistyped, or you may not be allowed to see it. Nothing was changed.",
        ),
      ]}
    >
      <LinkButton href="/">{t("Go to the overview")}</LinkButton>
    </Page>
  );
}
