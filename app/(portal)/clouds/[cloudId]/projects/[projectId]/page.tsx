import type { Metadata } from "next";
import { Suspense, type ReactNode } from "react";
import { getProjectPlace } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { Loading, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { textOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { readModelQuery } from "#lib/features/models/list-query.ts";
import { listBelow } from "#lib/features/projects/queries.ts";
import { ProjectHead } from "./_components/project-head.tsx";
import { ProjectsBelow } from "./_components/projects-below.tsx";
import { ReadModels } from "./_components/read-models.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Project") });

export default async function ProjectPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "projectId">): Promise<ReactNode> {
  const { cloudId, projectId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/${projectId}`);
  const { cloud, project } = await orNotFound(getProjectPlace(actor, cloudId, projectId));
  const address = await searchParams;
  const query = readModelQuery((name) => textOf(address[name]) ?? null);
  const below = await listBelow(actor, project);
  const canUpload =
    isAllowed(actor, "model:upload") && (await answers(cloud.connection.id, "uploadDocument")) !== false;
  return (
    <Page>
      <ProjectHead actor={actor} project={project} connectionId={cloud.connection.id} tab="models" />
      <Suspense
        fallback={
          <Loading label={t("Reading the models")}>
            <SkeletonTable rows={4} columns={5} />
          </Loading>
        }
      >
        <ReadModels
          actor={actor}
          cloudId={cloud.id}
          projectId={project.id}
          canUpload={canUpload}
          query={query}
        />
      </Suspense>
      <ProjectsBelow rows={below.rows} total={below.total} cloudHref={`/clouds/${cloud.id}`} />
      <p className="mt-6 text-13">
        <Link className="link" href={`/clouds/${cloud.id}/projects/${project.id}/requests`}>
          {t("For developers: requests to the service")}
        </Link>
      </p>
    </Page>
  );
}
