import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function PassportLoading(): ReactNode {
  return <PageLoading label={t("Loading properties")} rows={12} columns={6} />;
}
