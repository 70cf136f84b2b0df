import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { t } from "#lib/core/texts.ts";
import { AdoptProjectForm } from "./_components/adopt-project-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Add a project by its number") });

export default async function AdoptProjectPage({ params }: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/adopt`, "project:create");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  return (
    <Page
      title={t("Add a project by its number")}
      badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
      facts={[t("For a project that was created outside Portico. Nothing is created at the service.")]}
    >
      <AdoptProjectForm cloudId={cloud.id} />
    </Page>
  );
}
