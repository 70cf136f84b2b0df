import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function BulkRunsLoading(): ReactNode {
  return <PageLoading label={t("Loading bulk exports")} rows={6} columns={4} />;
}
