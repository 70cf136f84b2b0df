import type { Metadata } from "next";
import type { ReactNode } from "react";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { t } from "#lib/core/texts.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { PortalFrame } from "../../../../_components/portal-frame.tsx";
import { AdoptProjectForm } from "./_components/adopt-project-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Add a project by its number") });

export default async function AdoptProjectPage({
  params,
}: {
  params: Promise<{ cloudId: string }>;
}): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/adopt`, "project:create");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  return (
    <PortalFrame
      connection={cloud.connection}
      crumbs={[
        { label: t("Clouds"), href: "/clouds" },
        { label: cloud.name, href: `/clouds/${cloud.id}` },
        { label: t("Add by number") },
      ]}
    >
      <Page>
        <PageHead
          title={t("Add a project by its number")}
          badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
          facts={[t("For a project that was made elsewhere. Nothing is created at the service.")]}
        />
        <AdoptProjectForm cloudId={cloud.id} />
      </Page>
    </PortalFrame>
  );
}
