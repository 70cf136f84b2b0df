import type { Metadata } from "next";
import type { ReactNode } from "react";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { newId } from "#lib/core/ids.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { listMainModelChoices, listParentChoices } from "#lib/features/projects/queries.ts";
import { PortalFrame } from "../../../../_components/portal-frame.tsx";
import { CreateProjectForm } from "./_components/create-project-form.tsx";

export const metadata: Metadata = { title: "Create project" };

export default async function CreateProjectPage({
  params,
}: {
  params: Promise<{ cloudId: string }>;
}): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/new`, "project:create");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const [parents, models] = await Promise.all([
    listParentChoices(actor, cloud.id),
    listMainModelChoices(actor, cloud.id),
  ]);
  return (
    <PortalFrame
      connection={cloud.connection}
      crumbs={[
        { label: "Clouds", href: "/clouds" },
        { label: cloud.name, href: `/clouds/${cloud.id}` },
        { label: "Create project" },
      ]}
    >
      <Page>
        <PageHead
          title="Create project"
          badges={<Badge mono>Cloud {cloud.serviceId}</Badge>}
          facts={[`In ${cloud.name}. Everybody who joined this Cloud will see it.`]}
        />
        <CreateProjectForm
          firstKey={newId()}
          cloudId={cloud.id}
          parents={parents}
          models={models.choices}
          areModelsComplete={models.isComplete}
        />
      </Page>
    </PortalFrame>
  );
}
