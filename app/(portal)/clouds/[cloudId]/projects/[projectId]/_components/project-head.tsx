import { Mail, Settings2 } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { ProjectLogo } from "#app/(portal)/clouds/[cloudId]/projects/_components/project-logo.tsx";
import { StandingBadges } from "#app/(portal)/clouds/_components/standing.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { Tabs } from "#app/_ui/primitives/tabs.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { countPeopleOf } from "#lib/features/people/queries.ts";
import type { ListedProject } from "#lib/features/projects/queries.ts";
import { BulkOfProject } from "./read-models.tsx";

/** Whether people can be invited into projects: by this person, and at this service as far as known. */
export async function mayInviteToProject(actor: Actor, connectionId: string): Promise<boolean> {
  return isAllowed(actor, "invitation:send") && (await answers(connectionId, "inviteToProject")) !== false;
}

/** Head and tabs of the pages of one project. The primary action depends on the tab. */
export async function ProjectHead({
  actor,
  project,
  connectionId,
  tab,
}: {
  actor: Actor;
  project: ListedProject;
  connectionId: string;
  tab: "models" | "people";
}): Promise<ReactNode> {
  const base = `/clouds/${project.cloudId}/projects/${project.id}`;
  const [people, mayInvite] = await Promise.all([
    countPeopleOf(actor, { cloudId: project.cloudId, projectId: project.id }),
    mayInviteToProject(actor, connectionId),
  ]);
  return (
    <>
      <PageHead
        title={project.name}
        badges={
          <>
            <ProjectLogo project={project} />
            <Badge mono>{t("Project {serviceId}", { serviceId: project.serviceId })}</Badge>
            <StandingBadges row={project} />
          </>
        }
        facts={[
          project.description === null || project.description === ""
            ? t("No description")
            : project.description,
          project.createdByName === null
            ? t("created outside Portico")
            : t("created by {createdByName}", { createdByName: project.createdByName }),
          rich("added {when}", { when: <RelativeTime at={project.createdAt} /> }),
        ]}
        actions={
          <>
            {isAllowed(actor, "registry:change") && (
              <LinkButton href={`${base}/settings`}>
                <Settings2 aria-hidden />
                {t("Settings")}
              </LinkButton>
            )}
            {tab === "people" && mayInvite && (
              <LinkButton href={`${base}/people/new`} variant="primary">
                <Mail aria-hidden />
                {t("Invite people")}
              </LinkButton>
            )}
            {tab === "models" && isAllowed(actor, "elements:export") && (
              <Suspense>
                <BulkOfProject actor={actor} cloudId={project.cloudId} projectId={project.id} />
              </Suspense>
            )}
          </>
        }
      />
      <Tabs
        label={t("Project")}
        items={[
          { label: t("Models"), href: base, current: tab === "models" },
          {
            label: t("People"),
            href: `${base}/people`,
            count: people.members + people.invited,
            current: tab === "people",
          },
        ]}
      />
    </>
  );
}
