import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function TokensLoading(): ReactNode {
  return <PageLoading label={t("Loading your access tokens")} rows={4} columns={5} />;
}
