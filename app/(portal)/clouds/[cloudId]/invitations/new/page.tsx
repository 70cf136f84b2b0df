import type { Metadata } from "next";
import type { ReactNode } from "react";
import { InviteForm } from "#app/_features/invitations/invite-form.tsx";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
import { ADDRESS_LENGTH_MAX } from "#lib/core/address.ts";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { findRoleRefusals } from "#lib/features/connections/role-refusals.ts";

export const generateMetadata = (): Metadata => ({ title: t("Invite people") });

export default async function InvitePage({ params, searchParams }: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const { email } = await searchParams;
  const actor = await requirePage(`/clouds/${cloudId}/invitations/new`, "invitation:send");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const refusals = await findRoleRefusals(actor, [cloud.connection.id]);
  const proposed = typeof email === "string" ? email.slice(0, ADDRESS_LENGTH_MAX) : "";
  return (
    <Page
      title={t("Invite to {name}", { name: cloud.name })}
      badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
      facts={[t("Everybody who accepts sees every project and model of this Cloud, including later ones.")]}
    >
      <div className="mb-4">
        <Segmented
          label={t("How many people")}
          items={[
            { label: t("One person"), href: `/clouds/${cloud.id}/invitations/new`, current: true },
            { label: t("A list"), href: `/clouds/${cloud.id}/invitations/lists/new` },
          ]}
        />
      </div>
      <InviteForm
        key={proposed}
        firstKey={newId()}
        cloudId={cloud.id}
        landing={cloud.platformAddress}
        backHref={`/clouds/${cloud.id}/invitations`}
        refusesRoles={refusals.has(cloud.connection.id)}
        email={proposed}
      />
    </Page>
  );
}
