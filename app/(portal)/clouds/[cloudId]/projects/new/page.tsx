import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { listMainModelChoices, listParentChoices } from "#lib/features/projects/queries.ts";
import { CreateProjectForm } from "./_components/create-project-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Create project") });

export default async function CreateProjectPage({ params }: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/new`, "project:create");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const [parents, models] = await Promise.all([
    listParentChoices(actor, cloud.id),
    listMainModelChoices(actor, cloud.id),
  ]);
  return (
    <Page
      title={t("Create project")}
      badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
      facts={[t("In {name}. Everybody who joined this Cloud will see it.", { name: cloud.name })]}
    >
      <CreateProjectForm
        firstKey={newId()}
        cloudId={cloud.id}
        parents={parents}
        models={models.choices}
        areModelsComplete={models.isComplete}
      />
    </Page>
  );
}
