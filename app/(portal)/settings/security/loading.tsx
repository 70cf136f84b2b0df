import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function SecurityLoading(): ReactNode {
  return <PageLoading label={t("Loading your sessions")} rows={3} columns={4} />;
}
