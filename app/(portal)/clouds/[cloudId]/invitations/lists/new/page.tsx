import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { findRoleRefusals } from "#lib/features/connections/role-refusals.ts";
import { ListForm } from "./_components/list-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Invite many people") });

/** Creates a list of addresses: pasted or from a file, checked before anything is sent. */
export default async function NewListPage({ params }: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/invitations/lists/new`, "invitation:send");
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const base = `/clouds/${cloud.id}/invitations`;
  const refusals = await findRoleRefusals(actor, [cloud.connection.id]);
  return (
    <Page
      title={t("Invite to {name}", { name: cloud.name })}
      badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
      facts={[t("Portico checks every address first. Nothing is sent until you have seen the results.")]}
    >
      <div className="mb-4">
        <Segmented
          label={t("How many people")}
          items={[
            { label: t("One person"), href: `${base}/new` },
            { label: t("A list"), href: `${base}/lists/new`, current: true },
          ]}
        />
      </div>
      <ListForm
        firstKey={newId()}
        cloudId={cloud.id}
        landing={cloud.platformAddress}
        refusesRoles={refusals.has(cloud.connection.id)}
      />
    </Page>
  );
}
