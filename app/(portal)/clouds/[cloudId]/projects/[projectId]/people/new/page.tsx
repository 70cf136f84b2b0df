import type { Metadata } from "next";
import type { ReactNode } from "react";
import { InviteForm } from "#app/_features/invitations/invite-form.tsx";
import { getProject } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { ADDRESS_LENGTH_MAX } from "#lib/core/address.ts";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { getPlace, landingOf } from "#lib/features/invitations/places/place.ts";

export const generateMetadata = (): Metadata => ({ title: t("Invite people") });

/** Invites one person to one project; the people page shows the outcome. */
export default async function InviteToProjectPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "projectId">): Promise<ReactNode> {
  const { cloudId, projectId } = await params;
  const { email } = await searchParams;
  const base = `/clouds/${cloudId}/projects/${projectId}/people`;
  const actor = await requirePage(`${base}/new`, "invitation:send");
  const place = await orNotFound(getPlace({ cloudId, projectId }));
  const { name, serviceId } = await orNotFound(getProject(actor, projectId));
  const isOffered = (await answers(place.cloud.connectionId, "inviteToProject")) !== false;
  const proposed = typeof email === "string" ? email.slice(0, ADDRESS_LENGTH_MAX) : "";
  return (
    <Page
      title={t("Invite to {name}", { name })}
      badges={<Badge mono>{t("Project {serviceId}", { serviceId })}</Badge>}
      facts={[
        t("Whoever accepts sees this project. The Cloud’s other projects and people stay hidden from them."),
      ]}
    >
      {isOffered ? (
        <InviteForm
          key={proposed}
          firstKey={newId()}
          cloudId={cloudId}
          projectId={projectId}
          landing={landingOf(place)}
          backHref={base}
          refusesRoles={false}
          email={proposed}
        />
      ) : (
        <Note
          title={t("This service takes no invitations into a project.")}
          action={
            <LinkButton size="sm" href={`/clouds/${cloudId}/invitations/new`}>
              {t("Invite to the Cloud")}
            </LinkButton>
          }
        >
          {t(
            "Nothing can be sent from here. Invite the person on the service’s platform, or invite them to the whole Cloud, where they see every project.",
          )}
        </Note>
      )}
    </Page>
  );
}
