import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ArchiveForm, DeleteDialog } from "#app/(portal)/clouds/_components/keep-forms.tsx";
import { StandingBadges } from "#app/(portal)/clouds/_components/standing.tsx";
import { getProjectPlace } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { listBelow, listMainModelChoices, listParentChoices } from "#lib/features/projects/queries.ts";
import { archiveProjectAction, deleteProjectAction } from "../../actions.ts";
import { ChangeProjectForm } from "./_components/change-project-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Settings of a project") });

export default async function ProjectSettingsPage({
  params,
}: PageProps<"cloudId" | "projectId">): Promise<ReactNode> {
  const { cloudId, projectId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/projects/${projectId}/settings`, "registry:change");
  const { cloud, project } = await orNotFound(getProjectPlace(actor, cloudId, projectId));
  const [canChange, canDelete, below] = await Promise.all([
    answers(cloud.connection.id, "changeProject"),
    answers(cloud.connection.id, "deleteProject"),
    listBelow(actor, project),
  ]);
  const isThere = project.deletedAt === null;
  return (
    <Page
      title={t("Settings of {name}", { name: project.name })}
      badges={
        <>
          <Badge mono>{t("Project {serviceId}", { serviceId: project.serviceId })}</Badge>
          <StandingBadges row={project} />
        </>
      }
    >
      <div className="grid max-w-[720px] gap-8">
        {isThere && (
          <Section title={t("Fields")}>
            {canChange === false ? (
              <Note tone="info" title={t("This service does not change projects.")}>
                {t("If the service lists its projects, Portico follows changes on the platform.")}
              </Note>
            ) : (
              <Fields actor={actor} project={project} />
            )}
          </Section>
        )}
        <Section title={project.archivedAt === null ? t("Archive") : t("In the archive")}>
          <p className="mb-3 text-13 text-fg-2">
            {project.archivedAt === null
              ? t(
                  "Hides the project in Portico, for all staff. Projects below it stay. Nothing changes at the service.",
                )
              : t("The project is hidden. Everything in it still works. You can restore it at any time.")}
          </p>
          <ArchiveForm
            id={project.id}
            isArchived={project.archivedAt !== null}
            action={archiveProjectAction}
          />
        </Section>
        {isThere && (
          <Section title={t("Delete at the service")}>
            {canDelete === false ? (
              <p className="text-13 text-fg-2">
                {t(
                  "This service does not delete projects. You can archive the project here, or delete it on the platform.",
                )}
              </p>
            ) : isAllowed(actor, "registry:delete") ? (
              <>
                <p className="mb-3 text-13 text-fg-2">
                  {t("Deletes the project and its models for everybody. Tables and exports in Portico stay.")}
                </p>
                <DeleteDialog
                  id={project.id}
                  name={project.name}
                  number={project.serviceId}
                  createdAt={project.createdAt}
                  noun="project"
                  action={deleteProjectAction}
                  goes={
                    below.total === 0
                      ? t("All its models and files are deleted too.")
                      : t(
                          "All its models and files are deleted too. {count} below it: the service decides what happens to them. The built-in service moves them to the top.",
                          { count: below.total },
                        )
                  }
                />
              </>
            ) : (
              <p className="text-13 text-fg-2">{t("An administrator can do this.")}</p>
            )}
          </Section>
        )}
      </div>
    </Page>
  );
}

async function Fields({
  actor,
  project,
}: {
  actor: Parameters<typeof listParentChoices>[0];
  project: Awaited<ReturnType<typeof getProjectPlace>>["project"];
}): Promise<ReactNode> {
  const [parents, models] = await Promise.all([
    listParentChoices(actor, project.cloudId),
    listMainModelChoices(actor, project.cloudId),
  ]);
  return (
    <ChangeProjectForm
      project={project}
      parents={parents.filter((parent) => parent.serviceId !== project.serviceId)}
      models={models.choices}
      areModelsComplete={models.isComplete}
    />
  );
}
