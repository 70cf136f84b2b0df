import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function ApplicationsLoading(): ReactNode {
  return <PageLoading label={t("Loading applications")} rows={5} columns={5} />;
}
