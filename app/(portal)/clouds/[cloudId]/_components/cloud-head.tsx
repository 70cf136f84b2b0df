import { Mail, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { BulkDialog } from "#app/_features/exports/bulk/bulk-dialog.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { Tabs } from "#app/_ui/primitives/tabs.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { offersIn } from "#lib/features/clouds/deletion.ts";
import type { CloudRow } from "#lib/features/clouds/queries.ts";
import { memberWords } from "../../_components/people-words.ts";
import { StandingBadges } from "../../_components/standing.tsx";

export type CloudTab = "projects" | "people" | "invitations" | "settings";

/** Head and tabs of all pages of one Cloud; a tab's count is what its page lists. The primary action depends on the tab. */
export function CloudHead({
  cloud,
  tab,
  actor,
}: {
  cloud: CloudRow;
  tab: CloudTab;
  actor: Actor;
}): ReactNode {
  const base = `/clouds/${cloud.id}`;
  const { mayInvite, mayCreate } = offersIn(cloud, actor);
  return (
    <>
      <PageHead
        title={cloud.name}
        badges={
          <>
            <Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>
            <StandingBadges row={cloud} />
          </>
        }
        facts={[
          cloud.createdByName === null
            ? t("Not created in this portal")
            : t("Created by {createdByName}", { createdByName: cloud.createdByName }),
          rich("added {when}", { when: <RelativeTime at={cloud.createdAt} /> }),
          memberWords(cloud.people),
        ]}
        actions={
          <>
            {tab === "projects" && cloud.projectCount > 0 && isAllowed(actor, "elements:export") && (
              <BulkDialog cloudId={cloud.id} project={null} formKey={newId()} />
            )}
            {mayInvite && (
              <LinkButton
                href={`${base}/invitations/new`}
                variant={tab === "invitations" || tab === "people" ? "primary" : "default"}
              >
                <Mail aria-hidden />
                {t("Invite people")}
              </LinkButton>
            )}
            {mayCreate && (
              <LinkButton href={`${base}/projects/new`} variant={tab === "projects" ? "primary" : "default"}>
                <Plus aria-hidden />
                {t("Create project")}
              </LinkButton>
            )}
          </>
        }
      />
      <Tabs
        label={t("Cloud")}
        items={[
          { label: t("Projects"), href: base, count: cloud.projectCount, current: tab === "projects" },
          {
            label: t("People"),
            href: `${base}/people`,
            count: (cloud.people.members ?? 0) + cloud.people.invited,
            current: tab === "people",
          },
          {
            label: t("Invitations"),
            href: `${base}/invitations`,
            count: cloud.invitationCount,
            current: tab === "invitations",
          },
          { label: t("Settings"), href: `${base}/settings`, current: tab === "settings" },
        ]}
      />
    </>
  );
}
