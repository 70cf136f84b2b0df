import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { orNotFound, type PageProps } from "#app/_server/page.ts";
import { findOpenedLink, findPlatformUser } from "#app/_server/platform-session.ts";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { AppError } from "#lib/core/errors.ts";
import { hrefTo, textOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { getCloudForMember } from "#lib/service/server/platform/clouds.ts";
import type { PlatformCloud } from "#lib/service/server/platform/clouds.ts";
import { findInvitingApplication, listInvitations } from "#lib/service/server/platform/invitations.ts";
import { getProjectForMember, listProjectTree } from "#lib/service/server/platform/projects.ts";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";
import { InvitationCard } from "../../_components/invitation-card.tsx";
import { toInvitationOnCard } from "../../_components/invitation-on-card.ts";
import { NoAccess } from "../../_components/no-access.tsx";
import { PlatformFrame } from "../../_components/platform-frame.tsx";
import { CloudContents } from "./_components/cloud-contents.tsx";
import { ModelsOfProject, ProjectContents } from "./_components/project-contents.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Cloud") });

const NUMBER_MAX = 2_147_483_647;

/** The redirect_uri of invitations: shows the invitation until it is answered, the Cloud once the person has joined. */
export default async function PlatformCloudPage({
  params,
  searchParams,
}: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const { invitation: token, project, after } = await searchParams;
  if (typeof token === "string") {
    redirect(hrefTo("/platform/enter", { cloud: cloudId, project: textOf(project), invitation: token }));
  }
  const user = await findPlatformUser();
  if (user === null) redirect(`/platform/sign-in?cloud=${encodeURIComponent(cloudId)}`);
  const number = numberOf(cloudId) ?? 0;
  const [cloud, invitations, inviter, link] = await Promise.all([
    ifThere(number < 1 ? null : getCloudForMember(getDb(), user, number)),
    listInvitations(getDb(), user),
    findInvitingApplication(getDb(), user),
    findOpenedLink(),
  ]);
  const open = invitations.filter((item) => item.state !== "A" && item.cloudId === number);
  // A project whose invitation is still unanswered cannot be opened.
  const projectId = open.some((item) => item.project?.id === numberOf(project)) ? null : numberOf(project);
  const isForAnother = link !== null && link.cloudId === number && link.address !== user.email;
  return (
    <PlatformFrame user={user}>
      <div className="grid gap-6">
        {isForAnother && (
          <Note tone="warn" title={t("The link you opened is for {address}.", { address: link.address })}>
            {t("You are signed in as {email}. Sign out and open the link again to answer it.", {
              email: user.email,
            })}
          </Note>
        )}
        {cloud === null && open.length > 0 && <PageHead title={t("Invitations")} />}
        {open.map((item) => (
          <InvitationCard key={item.id} invitation={toInvitationOnCard(item, user.email)} />
        ))}
        {cloud !== null && (
          <Opened cloud={cloud} user={user} projectId={projectId} after={numberOf(after)} inviter={inviter} />
        )}
        {cloud === null && open.length === 0 && (
          <NoAccess
            of="cloud"
            title={t("Cloud {cloudId}", { cloudId })}
            email={user.email}
            inviter={inviter}
            home={{ href: "/platform", label: t("Your Clouds") }}
          />
        )}
      </div>
    </PlatformFrame>
  );
}

/** A number of the service, or null for anything else. */
function numberOf(text: string | string[] | undefined): number | null {
  const number = typeof text === "string" && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  return number !== null && number <= NUMBER_MAX ? number : null;
}

/** The Cloud with its tree of projects, or one project with its models; a single project is opened at once. */
async function Opened({
  cloud,
  user,
  projectId,
  after,
  inviter,
}: {
  cloud: PlatformCloud;
  user: PlatformUser;
  projectId: number | null;
  after: number | null;
  inviter: string | null;
}): Promise<ReactNode> {
  const db = getDb();
  const { id: cloudId } = cloud;
  if (projectId !== null) {
    const before = after ?? undefined;
    const project = await ifThere(getProjectForMember(db, user, { cloudId, projectId, before }));
    if (project !== null) return <ProjectContents cloud={cloud} project={project} />;
    return (
      <NoAccess
        of="project"
        title={t("Project {serviceId}", { serviceId: String(projectId) })}
        email={user.email}
        inviter={inviter}
        home={{ href: `/platform/cloud/${String(cloudId)}`, label: t("All projects") }}
      />
    );
  }
  const projects = await listProjectTree(db, user, { cloudId, after: after ?? undefined });
  const [only] = projects.rows;
  if (cloud.projectCount !== 1 || only === undefined) {
    return <CloudContents cloud={cloud} projects={projects} />;
  }
  const project = await orNotFound(getProjectForMember(db, user, { cloudId, projectId: only.id }));
  return (
    <CloudContents cloud={cloud} projects={projects}>
      <ModelsOfProject cloudId={cloudId} project={project} />
    </CloudContents>
  );
}

/** null for what the person may not see or what does not exist: the two are not told apart. */
async function ifThere<T>(asked: Promise<T> | null): Promise<T | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "NOT_FOUND") return null;
    throw thrown;
  }
}
