import type { ReactNode } from "react";
import { PageLoading } from "#app/_ui/frame/page-loading.tsx";
import { t } from "#lib/core/texts.ts";

export default function ProjectPeopleLoading(): ReactNode {
  return <PageLoading label={t("Reading the people")} rows={4} columns={5} />;
}
