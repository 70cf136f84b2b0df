import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getCloud, readCloudPeople } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { offersIn } from "#lib/features/clouds/deletion.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { CloudHead } from "../_components/cloud-head.tsx";
import { CloudReadNote } from "../_components/cloud-read-note.tsx";
import { readPeopleAddress } from "../../_components/people/people-address.ts";
import { PeoplePanel } from "../../_components/people/people-panel.tsx";

export const generateMetadata = (): Metadata => ({ title: t("People of a Cloud") });

/** A Cloud’s members and the people invited to it. Opening the page reads the service’s lists, where it offers them. */
export default async function CloudPeoplePage({
  params,
  searchParams,
}: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/people`);
  const read = await orNotFound(readCloudPeople(actor, cloudId));
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const isListed = (await answers(cloud.connection.id, "listCloudUsers")) !== false;
  const base = `/clouds/${cloud.id}`;
  return (
    <Page>
      <CloudHead cloud={cloud} tab="people" actor={actor} />
      <PeoplePanel
        actor={actor}
        query={readPeopleAddress({ cloudId: cloud.id }, await searchParams)}
        age={<CloudReadNote actor={actor} cloud={cloud} read={read} />}
        read={read}
        base={`${base}/people`}
        inviteHref={offersIn(cloud, actor).mayInvite ? `${base}/invitations/new` : null}
        note={
          !isListed && (
            <Note title={t("This service does not list the people of a Cloud.")}>
              {t(
                "You see only people with a pending invitation. Open the Cloud on the service’s platform to see members, change roles and remove people.",
              )}
            </Note>
          )
        }
      />
    </Page>
  );
}
