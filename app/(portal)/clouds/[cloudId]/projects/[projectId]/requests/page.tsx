import type { Metadata } from "next";
import type { ReactNode } from "react";
import { RequestRecords } from "#app/(portal)/_components/request-records.tsx";
import { getProjectPlace } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { t } from "#lib/core/texts.ts";
import { listRequests } from "#lib/features/requests/queries.ts";

export const generateMetadata = (): Metadata => ({ title: t("Requests to the service") });

/** The requests that the pages of a project and its models sent to the service, each repeatable by hand. */
export default async function ProjectRequestsPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "projectId">): Promise<ReactNode> {
  const { cloudId, projectId } = await params;
  const { model } = await searchParams;
  const base = `/clouds/${cloudId}/projects/${projectId}`;
  const actor = await requirePage(`${base}/requests`);
  const { cloud, project } = await orNotFound(getProjectPlace(actor, cloudId, projectId));
  const modelId = typeof model === "string" && /^[1-9]\d{0,14}$/.test(model) ? Number(model) : null;
  const records = await listRequests(actor, {
    connectionId: cloud.connection.id,
    cloudId: Number(cloud.serviceId),
    projectId: project.serviceId,
    ...(modelId === null ? {} : { modelId }),
  });
  return (
    <Page
      title={t("Requests about {name}", { name: project.name })}
      badges={
        <>
          <Badge mono>{t("Project {serviceId}", { serviceId: project.serviceId })}</Badge>
          {modelId !== null && <Badge mono>{t("Model {modelId}", { modelId })}</Badge>}
        </>
      }
      facts={[
        modelId === null
          ? t("The latest requests about this project and everything in it.")
          : t("The latest requests about this model."),
      ]}
    >
      <div className="max-w-[860px]">
        <RequestRecords records={records} />
      </div>
    </Page>
  );
}
