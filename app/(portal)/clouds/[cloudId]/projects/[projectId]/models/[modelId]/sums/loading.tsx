import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function SumsLoading(): ReactNode {
  return <PageLoading label={t("Adding up")} rows={12} columns={4} />;
}
