import type { Metadata } from "next";
import type { ReactNode } from "react";
import { NoPage } from "#app/_ui/frame/no-page.tsx";
import { t } from "#lib/core/texts.ts";

export const generateMetadata = (): Metadata => ({ title: t("Page not found") });

/** Leads an invited person back to their own Clouds, not to the pages of staff. */
export default function PlatformNotFound(): ReactNode {
  return <NoPage href="/platform">{t("Your Clouds")}</NoPage>;
}
