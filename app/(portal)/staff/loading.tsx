import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function StaffLoading(): ReactNode {
  return <PageLoading label={t("Loading staff")} rows={5} columns={5} />;
}
