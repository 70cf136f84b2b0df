import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ReadNote } from "#app/(portal)/_components/read-note.tsx";
import { readPeopleAddress } from "#app/(portal)/clouds/_components/people/people-address.ts";
import { PeoplePanel } from "#app/(portal)/clouds/_components/people/people-panel.tsx";
import { getProjectPlace } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { refreshPeople } from "#lib/features/invitations/commands.ts";
import { mayInviteToProject, ProjectHead } from "../_components/project-head.tsx";

export const generateMetadata = (): Metadata => ({ title: t("People of a project") });

/** The members of one project and the people invited to it. Opening the page reads the service’s list, where it offers one. */
export default async function ProjectPeoplePage({
  params,
  searchParams,
}: PageProps<"cloudId" | "projectId">): Promise<ReactNode> {
  const place = await params;
  const base = `/clouds/${place.cloudId}/projects/${place.projectId}/people`;
  const actor = await requirePage(base);
  const read = await orNotFound(refreshPeople(actor, place));
  const { cloud, project } = await orNotFound(getProjectPlace(actor, place.cloudId, place.projectId));
  const connectionId = cloud.connection.id;
  const [isListed, mayInvite] = await Promise.all([
    answers(connectionId, "listProjectUsers"),
    mayInviteToProject(actor, connectionId),
  ]);
  return (
    <Page>
      <ProjectHead actor={actor} project={project} connectionId={connectionId} tab="people" />
      <PeoplePanel
        actor={actor}
        query={readPeopleAddress(place, await searchParams)}
        age={<ReadNote read={read} />}
        read={read}
        base={base}
        inviteHref={mayInvite ? `${base}/new` : null}
        note={
          isListed === false && (
            <Note
              title={t("This service does not list the people of a project.")}
              action={
                <LinkButton size="sm" href={`/clouds/${cloud.id}/people`}>
                  {t("People of the Cloud")}
                </LinkButton>
              }
            >
              {t(
                "You see only people who were invited here in Portico. Members of the Cloud see every project. To let somebody see only this project, use the service’s platform.",
              )}
            </Note>
          )
        }
      />
    </Page>
  );
}
