import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function AuditLoading(): ReactNode {
  return <PageLoading label={t("Loading audit")} rows={10} columns={5} />;
}
