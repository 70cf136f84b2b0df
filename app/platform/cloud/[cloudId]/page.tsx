import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { orNotFound } from "#app/_server/page.ts";
import { findOpenedLink, findPlatformUser } from "#app/_server/platform-session.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { AppError } from "#lib/core/errors.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { getCloudForMember } from "#lib/service/server/platform/clouds.ts";
import type { PlatformCloud } from "#lib/service/server/platform/clouds.ts";
import { getProjectForMember, listProjectTree } from "#lib/service/server/platform/projects.ts";
import { listInvitations } from "#lib/service/server/platform/invitations.ts";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";
import { InvitationCard } from "../../_components/invitation-card.tsx";
import { toInvitationOnCard } from "../../_components/invitation-on-card.ts";
import { PlatformFrame } from "../../_components/platform-frame.tsx";
import { CloudContents } from "./_components/cloud-contents.tsx";
import { ModelsOfProject, ProjectContents } from "./_components/project-contents.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Cloud") });

const NUMBER_MAX = 2_147_483_647;

type Props = {
  params: Promise<{ cloudId: string }>;
  searchParams: Promise<{ [name in "invitation" | "project" | "after"]?: string | string[] }>;
};

/** The redirect_uri of invitations: shows the invitation until it is answered, the Cloud once the person has joined. */
export default async function PlatformCloudPage({ params, searchParams }: Props): Promise<ReactNode> {
  const { cloudId } = await params;
  const { invitation: token, project, after } = await searchParams;
  if (typeof token === "string") {
    const into = { cloud: cloudId, ...(typeof project === "string" ? { project } : {}), invitation: token };
    redirect(`/platform/enter?${new URLSearchParams(into).toString()}`);
  }
  const user = await findPlatformUser();
  if (user === null) redirect(`/platform/sign-in?cloud=${encodeURIComponent(cloudId)}`);
  const number = numberOf(cloudId) ?? 0;
  const [cloud, invitations, link] = await Promise.all([
    findCloud(user, number),
    listInvitations(getDb(), user),
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
        {cloud !== null && <Opened cloud={cloud} user={user} projectId={projectId} after={numberOf(after)} />}
        {cloud === null && open.length === 0 && (
          <>
            <PageHead title={t("Cloud {cloudId}", { cloudId })} />
            <Blank
              title={t("You have no access to this Cloud")}
              action={<LinkButton href="/platform">{t("Your Clouds")}</LinkButton>}
            >
              {t("Nobody invited {email}, the invitation was withdrawn, or the Cloud was deleted.", {
                email: user.email,
              })}
            </Blank>
          </>
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
}: {
  cloud: PlatformCloud;
  user: PlatformUser;
  projectId: number | null;
  after: number | null;
}): Promise<ReactNode> {
  const db = getDb();
  const { id: cloudId } = cloud;
  if (projectId !== null) {
    const before = after ?? undefined;
    const project = await orNotFound(getProjectForMember(db, user, { cloudId, projectId, before }));
    return <ProjectContents cloud={cloud} project={project} />;
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

async function findCloud(user: PlatformUser, cloudId: number): Promise<PlatformCloud | null> {
  if (cloudId < 1) return null;
  try {
    return await getCloudForMember(getDb(), user, cloudId);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "NOT_FOUND") return null;
    throw thrown;
  }
}
