import { Download, Mail } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { KeepFresh } from "#app/(portal)/_components/keep-fresh.tsx";
import { ledgerSorts, readLedgerAddress } from "#app/(portal)/_components/ledger-query.ts";
import { LedgerSearch } from "#app/(portal)/_components/ledger-search.tsx";
import { ReadListAgain } from "#app/(portal)/_components/read-list-again.tsx";
import { StateFilter } from "#app/(portal)/_components/state-filter.tsx";
import { toInvitationRow } from "#app/_features/invitations/invitation-row.ts";
import { InvitationRows } from "#app/_features/invitations/invitation-rows.tsx";
import { OpenLists } from "#app/_features/invitations/open-lists.tsx";
import { getCloud, readCloudPeople } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { offersIn } from "#lib/features/clouds/deletion.ts";
import { listOpenLists } from "#lib/features/invitations/lists/queries.ts";
import { listInvitations, listInviters } from "#lib/features/invitations/queries.ts";
import { CloudHead } from "../_components/cloud-head.tsx";
import { CloudReadNote } from "../_components/cloud-read-note.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Invitations of a Cloud") });

/** The invitations into one Cloud. Opening the page reads the service’s lists, where it offers them. */
export default async function CloudInvitationsPage({
  params,
  searchParams,
}: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const actor = await requirePage(`/clouds/${cloudId}/invitations`);
  const { state, search, by, sort, after } = await searchParams;
  const asked = readLedgerAddress({ state, search, by, sort, after });
  const { query, parameters, isNarrowed } = asked;
  const read = await orNotFound(readCloudPeople(actor, cloudId));
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const [page, inviters, lists] = await Promise.all([
    listInvitations(actor, { ...query, cloudId: cloud.id }),
    listInviters(actor),
    listOpenLists(actor, cloud.id),
  ]);
  const base = `/clouds/${cloud.id}/invitations`;
  const mayAct = isAllowed(actor, "invitation:send");
  const { mayInvite } = offersIn(cloud, actor);
  return (
    <Page>
      <KeepFresh moves={lists.some((list) => list.isMoving)} />
      <CloudHead cloud={cloud} tab="invitations" actor={actor} />
      <div className="grid gap-3">
        <CloudReadNote actor={actor} cloud={cloud} read={read} />
        {read.state === "notListed" && (
          <Note title={t("This service does not list its invitations.")}>
            {t("Portico knows only the answers to its own calls.")}
          </Note>
        )}
        <OpenLists lists={lists} />
        {(page.total > 0 || isNarrowed) && (
          <>
            <StateFilter base={base} page={page} parameters={parameters} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <LedgerSearch base={base} parameters={parameters} inviters={inviters} />
              <CsvLinks href={hrefTo("/invitations/csv", { ...parameters, cloud: cloud.id })}>
                <Download aria-hidden />
                {t("Export ledger")}
              </CsvLinks>
              <ReadListAgain
                list="invitations"
                cloudId={cloud.id}
                readAt={read.readAt}
                isStale={read.state === "stale"}
              />
            </div>
          </>
        )}
        {page.rows.length === 0 ? (
          <Blank
            icon={<Mail aria-hidden />}
            title={isNarrowed ? t("No matching invitations") : t("Nobody invited to this Cloud yet")}
            action={
              isNarrowed ? (
                <LinkButton href={base}>{t("Show all invitations")}</LinkButton>
              ) : (
                mayInvite && <LinkButton href={`${base}/new`}>{t("Invite people")}</LinkButton>
              )
            }
          >
            {isNarrowed
              ? null
              : t("An invited person gets an email and, after accepting, sees everything in this Cloud.")}
          </Blank>
        ) : (
          <InvitationRows
            rows={page.rows.map(toInvitationRow)}
            mayAct={mayAct}
            showCloud={false}
            sorts={ledgerSorts(base, asked)}
          />
        )}
        <NextPage base={base} kept={parameters} next={page.next}>
          {query.sort === "newest" ? t("Older invitations") : t("More invitations")}
        </NextPage>
      </div>
    </Page>
  );
}
