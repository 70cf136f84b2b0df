import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { getEnv } from "#lib/core/env.ts";
import { t } from "#lib/core/texts.ts";

export const generateMetadata = (): Metadata => ({
  title: { default: t("Platform"), template: t("%s · Portico platform") },
});

/** The platform belongs to the built-in service and disappears with it. */
export default function PlatformLayout({ children }: { children: ReactNode }): ReactNode {
  if (getEnv().PORTICO_EMBEDDED === "off") notFound();
  return children;
}
