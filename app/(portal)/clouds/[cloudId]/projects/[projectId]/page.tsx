import { ArrowLeftRight, Settings2 } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { AppError, tellError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { showModels } from "#lib/features/models/queries.ts";
import type { ModelsShown } from "#lib/features/models/schema.ts";
import { getProject, listBelow } from "#lib/features/projects/queries.ts";
import { StandingBadges } from "../../../_components/standing.tsx";
import { projectCrumbs } from "../_components/project-crumbs.ts";
import { BulkDialog } from "../../../../exports/bulk/_components/bulk-dialog.tsx";
import { PortalFrame } from "../../../../_components/portal-frame.tsx";
import { ProjectModels } from "./_components/project-models.tsx";
import { ProjectsBelow } from "./_components/projects-below.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Project") });

type Props = { params: Promise<{ cloudId: string; projectId: string }> };

export default async function ProjectPage({ params }: Props): Promise<ReactNode> {
  const { cloudId, projectId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/${projectId}`);
  const [cloud, project] = await Promise.all([
    orNotFound(getCloud(actor, cloudId)),
    orNotFound(getProject(actor, projectId)),
  ]);
  // One that is called under another cloud would show that one's world beside this one's models.
  if (project.cloudId !== cloud.id) notFound();
  const [reading, below] = await Promise.all([
    readModels(showModels(actor, project.id)),
    listBelow(actor, project),
  ]);
  const canUpload =
    isAllowed(actor, "model:upload") && (await answers(cloud.connection.id, "uploadDocument")) !== false;
  return (
    <PortalFrame
      connection={cloud.connection}
      crumbs={[...projectCrumbs(cloud, project), { label: project.name }]}
    >
      <Page>
        <PageHead
          title={project.name}
          badges={
            <>
              <Badge mono>{t("Project {serviceId}", { serviceId: project.serviceId })}</Badge>
              <StandingBadges row={project} />
            </>
          }
          facts={[
            project.description === null || project.description === ""
              ? t("No description")
              : project.description,
            project.createdByName === null
              ? t("made elsewhere")
              : t("created by {createdByName}", { createdByName: project.createdByName }),
            rich("added {when}", { when: <RelativeTime at={project.createdAt.toISOString()} /> }),
          ]}
          actions={
            <>
              <LinkButton href={`/clouds/${cloud.id}/projects/${project.id}/requests`}>
                <ArrowLeftRight aria-hidden />
                {t("Requests")}
              </LinkButton>
              {isAllowed(actor, "registry:change") && (
                <LinkButton href={`/clouds/${cloud.id}/projects/${project.id}/settings`}>
                  <Settings2 aria-hidden />
                  {t("Settings")}
                </LinkButton>
              )}
              {reading.ok && reading.list.models.length > 0 && isAllowed(actor, "elements:export") && (
                <BulkDialog
                  cloudId={cloud.id}
                  project={{
                    id: project.id,
                    models: reading.list.models.filter(({ version }) => version?.leads !== false),
                  }}
                  formKey={newId()}
                />
              )}
            </>
          }
        />
        {reading.ok ? (
          <ProjectModels
            cloudId={cloud.id}
            projectId={project.id}
            firstKey={newId()}
            canUpload={canUpload}
            mayDismiss={isAllowed(actor, "model:dismiss")}
            initial={{ ...reading.list, readAt: reading.list.readAt.toISOString() }}
          />
        ) : (
          <Note tone="bad" title={t("The models could not be read.")} reference={{ id: actor.requestId }}>
            {t("{message} Nothing was changed; load the page again to ask once more.", {
              message: reading.message,
            })}
          </Note>
        )}
        <ProjectsBelow rows={below.rows} total={below.total} cloudHref={`/clouds/${cloud.id}`} />
      </Page>
    </PortalFrame>
  );
}

async function readModels(
  reading: Promise<ModelsShown>,
): Promise<{ ok: true; list: ModelsShown } | { ok: false; message: string }> {
  try {
    return { ok: true, list: await reading };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.expected) return { ok: false, message: tellError(thrown) };
    throw thrown;
  }
}
