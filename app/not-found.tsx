import type { Metadata } from "next";
import type { ReactNode } from "react";
import { NoPage } from "#app/_ui/frame/no-page.tsx";
import { t } from "#lib/core/texts.ts";

export const generateMetadata = (): Metadata => ({ title: t("Page not found") });

export default function NotFound(): ReactNode {
  return <NoPage href="/">{t("Go to the overview")}</NoPage>;
}
