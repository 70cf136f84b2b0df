import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DeveloperPart } from "#app/(portal)/_components/request-records.tsx";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { countLoss } from "#lib/features/clouds/deletion.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { listRequests } from "#lib/features/requests/queries.ts";
import { CloudHead } from "../_components/cloud-head.tsx";
import { ArchiveForm, DeleteDialog } from "../../_components/keep-forms.tsx";
import { archiveCloudAction, deleteCloudAction } from "../../actions.ts";
import { RenameForm } from "./_components/rename-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Settings of a Cloud") });

export default async function CloudSettingsPage({ params }: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/settings`);
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const [canChange, canDelete, records, loss] = await Promise.all([
    answers(cloud.connection.id, "changeCloud"),
    answers(cloud.connection.id, "deleteCloud"),
    listRequests(actor, { connectionId: cloud.connection.id, cloudId: cloud.serviceId }),
    countLoss(actor, cloud.id),
  ]);
  const mayChange = isAllowed(actor, "registry:change");
  const isThere = cloud.deletedAt === null;
  return (
    <Page>
      <CloudHead cloud={cloud} tab="settings" actor={actor} />
      <div className="grid max-w-[720px] gap-8">
        <Section title={t("Name")}>
          {!isThere || !mayChange ? (
            <Kv items={[{ label: t("Name"), value: cloud.name }]} />
          ) : canChange === false ? (
            <Note tone="info" title={t("This service does not change Clouds.")}>
              {t(
                "You cannot rename {name} here. If the service lists its Clouds, Portico follows changes on the platform.",
                { name: cloud.name },
              )}
            </Note>
          ) : (
            <RenameForm id={cloud.id} version={cloud.version} name={cloud.name} />
          )}
        </Section>
        {mayChange && (
          <Section title={cloud.archivedAt === null ? t("Archive") : t("In the archive")}>
            <p className="mb-3 text-13 text-fg-2">
              {cloud.archivedAt === null
                ? t("Hides the Cloud in Portico, for all staff. Nothing changes at the service.")
                : t("The Cloud is hidden. Everything in it still works. You can restore it at any time.")}
            </p>
            <ArchiveForm id={cloud.id} isArchived={cloud.archivedAt !== null} action={archiveCloudAction} />
          </Section>
        )}
        {isThere && (
          <Section title={t("Delete at the service")}>
            {canDelete === false ? (
              <p className="text-13 text-fg-2">
                {t(
                  "This service does not delete Clouds. You can archive the Cloud here, or delete it on the platform.",
                )}
              </p>
            ) : isAllowed(actor, "registry:delete") ? (
              <>
                <p className="mb-3 text-13 text-fg-2">
                  {t(
                    "Deletes the Cloud and everything in it, for everybody. Operations and activity in Portico stay.",
                  )}
                </p>
                <DeleteDialog
                  id={cloud.id}
                  name={cloud.name}
                  number={cloud.serviceId}
                  createdAt={cloud.createdAt}
                  noun="Cloud"
                  action={deleteCloudAction}
                  goes={t(
                    "This also deletes {projects, plural, one {# known project} other {# known projects}} with all models and files, and {invitations, plural, one {# pending invitation} other {# pending invitations}}. {people, plural, one {# person who joined loses} other {# people who joined lose}} access. The service may contain more than Portico knows.",
                    loss,
                  )}
                />
              </>
            ) : (
              <p className="text-13 text-fg-2">{t("An administrator can do this.")}</p>
            )}
          </Section>
        )}
        <DeveloperPart records={records} />
      </div>
    </Page>
  );
}
