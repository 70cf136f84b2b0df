import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function HelpLoading(): ReactNode {
  return <PageLoading label={t("Loading help")} rows={8} columns={2} />;
}
