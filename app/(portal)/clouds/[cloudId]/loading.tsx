import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function CloudLoading(): ReactNode {
  return <PageLoading label={t("Loading Cloud")} rows={6} columns={4} />;
}
