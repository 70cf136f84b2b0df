import type { Metadata } from "next";
import type { ReactNode } from "react";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
import { newId } from "#lib/core/ids.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { PortalFrame } from "../../../../_components/portal-frame.tsx";
import { InviteForm } from "./_components/invite-form.tsx";

export const metadata: Metadata = { title: "Invite people" };

export default async function InvitePage({
  params,
  searchParams,
}: {
  params: Promise<{ cloudId: string }>;
  searchParams: Promise<{ email?: string | string[] }>;
}): Promise<ReactNode> {
  const { cloudId } = await params;
  const { email } = await searchParams;
  const actor = await requirePage(`/clouds/${cloudId}/invitations/new`, "invitation:send");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  return (
    <PortalFrame
      connection={cloud.connection}
      crumbs={[
        { label: "Clouds", href: "/clouds" },
        { label: cloud.name, href: `/clouds/${cloud.id}` },
        { label: "Invitations", href: `/clouds/${cloud.id}/invitations` },
        { label: "Invite people" },
      ]}
    >
      <Page>
        <PageHead
          title={`Invite to ${cloud.name}`}
          badges={<Badge mono>Cloud {cloud.serviceId}</Badge>}
          facts={["Whoever accepts sees every project and model of this Cloud, also what is added later."]}
        />
        <div className="mb-4">
          <Segmented
            label="How many people"
            items={[
              { label: "One person", href: `/clouds/${cloud.id}/invitations/new`, current: true },
              { label: "A list", href: `/clouds/${cloud.id}/invitations/lists/new` },
            ]}
          />
        </div>
        <InviteForm
          firstKey={newId()}
          cloudId={cloud.id}
          landing={cloud.platformAddress}
          email={typeof email === "string" ? email.slice(0, 254) : ""}
        />
      </Page>
    </PortalFrame>
  );
}
