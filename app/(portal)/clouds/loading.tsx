import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function CloudsLoading(): ReactNode {
  return <PageLoading label={t("Loading Clouds")} rows={8} columns={5} />;
}
