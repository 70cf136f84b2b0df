import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { findPlatformUser } from "#app/_server/platform-session.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { listCloudsForMember } from "#lib/service/server/platform/clouds.ts";
import { findInvitingApplication, listInvitations } from "#lib/service/server/platform/invitations.ts";
import { InvitationCard } from "./_components/invitation-card.tsx";
import { toInvitationOnCard } from "./_components/invitation-on-card.ts";
import { NoClouds } from "./_components/no-access.tsx";
import { PlatformFrame } from "./_components/platform-frame.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Your Clouds") });

export default async function PlatformPage(): Promise<ReactNode> {
  const user = await findPlatformUser();
  if (user === null) redirect("/platform/sign-in");
  const [clouds, invitations, inviter] = await Promise.all([
    listCloudsForMember(getDb(), user),
    listInvitations(getDb(), user),
    findInvitingApplication(getDb(), user),
  ]);
  const open = invitations.filter((invitation) => invitation.state !== "A");
  return (
    <PlatformFrame user={user}>
      <div className="grid gap-6">
        <PageHead title={t("Your Clouds")} />
        {open.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={toInvitationOnCard(invitation, user.email)} />
        ))}
        {clouds.length === 0 ? (
          <NoClouds inviter={inviter} isInvited={open.length > 0} />
        ) : (
          <DataTable
            label={t("Your Clouds")}
            rows={clouds}
            rowKey={(cloud) => cloud.id}
            columns={[
              {
                head: t("Cloud"),
                grow: true,
                cell: (cloud) => (
                  <Link className="link" href={`/platform/cloud/${String(cloud.id)}`}>
                    {cloud.name}
                  </Link>
                ),
              },
              { head: t("You are"), cell: ({ role }) => describeRole(role) },
              {
                head: t("Joined"),
                end: true,
                cell: (cloud) => <RelativeTime at={cloud.joinedAt} />,
              },
            ]}
          />
        )}
      </div>
    </PlatformFrame>
  );
}

function describeRole(role: number | null): string {
  if (role === null) return t("member of single projects");
  return role === 100 ? t("administrator") : t("user");
}
