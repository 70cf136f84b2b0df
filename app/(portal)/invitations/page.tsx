import { Download, Mail } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CountFilter } from "#app/(portal)/_components/count-filter.tsx";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { toInvitationRow } from "#app/_features/invitations/invitation-row.ts";
import { InvitationRows } from "#app/_features/invitations/invitation-rows.tsx";
import { OpenLists } from "#app/_features/invitations/open-lists.tsx";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { getLedgerReadAt } from "#lib/features/invitations/background-reading.ts";
import { listOpenLists } from "#lib/features/invitations/lists/queries.ts";
import { countInto } from "#lib/features/invitations/places/project-ledger.ts";
import { listInvitations, listInviters } from "#lib/features/invitations/queries.ts";
import { HelpLink } from "../_components/help-link.tsx";
import { KeepFresh } from "../_components/keep-fresh.tsx";
import { ledgerSorts, readLedgerAddress } from "../_components/ledger-query.ts";
import { LedgerSearch } from "../_components/ledger-search.tsx";
import { ReadListAgain } from "../_components/read-list-again.tsx";
import { StateFilter } from "../_components/state-filter.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Invitations") });

/** The ledger of all Clouds and of all projects. */
export default async function InvitationsPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/invitations");
  const asked = readLedgerAddress(await searchParams);
  const { query, parameters, isNarrowed } = asked;
  const [page, counts, inviters, lists, readAt] = await Promise.all([
    listInvitations(actor, query),
    countInto(actor),
    listInviters(actor),
    listOpenLists(actor),
    getLedgerReadAt(actor),
  ]);
  const ofProjects = query.into === "projects";
  const all = ofProjects ? "/invitations?into=projects" : "/invitations";
  return (
    <Page
      title={t("Invitations")}
      facts={[
        t(
          "Who was invited to which Cloud or project, what came of the invitation, and how Portico knows. Portico checks the services' lists every two minutes.",
        ),
        <HelpLink key="help" topic="invitations" />,
      ]}
      actions={
        page.total > 0 && (
          <CsvLinks href={hrefTo("/invitations/csv", parameters)}>
            <Download aria-hidden />
            {t("Export ledger")}
          </CsvLinks>
        )
      }
    >
      <KeepFresh moves={lists.some((list) => list.isMoving)} />

      <div className="grid gap-3">
        {!ofProjects && <OpenLists lists={lists} />}
        <CountFilter
          label={t("Clouds or projects")}
          items={[
            { href: "/invitations", label: t("To Clouds"), count: counts.clouds, isCurrent: !ofProjects },
            {
              href: "/invitations?into=projects",
              label: t("To projects"),
              count: counts.projects,
              isCurrent: ofProjects,
            },
          ]}
        />
        <StateFilter base="/invitations" page={page} parameters={parameters} />
        {(page.total > 0 || isNarrowed) && (
          <LedgerSearch base="/invitations" parameters={parameters} inviters={inviters} ofAllClouds />
        )}
        {!ofProjects && <ReadListAgain list="ledger" readAt={readAt} />}
        {page.rows.length === 0 ? (
          <Blank
            icon={<Mail aria-hidden />}
            title={blankTitle(isNarrowed, ofProjects)}
            action={
              isNarrowed ? (
                <LinkButton href={all}>{t("Show all invitations")}</LinkButton>
              ) : (
                <LinkButton href="/clouds">{t("Choose a Cloud")}</LinkButton>
              )
            }
          >
            {isNarrowed ? null : whereToInvite(ofProjects)}
          </Blank>
        ) : (
          <InvitationRows
            rows={page.rows.map(toInvitationRow)}
            mayAct={isAllowed(actor, "invitation:send")}
            showCloud
            sorts={ledgerSorts("/invitations", asked)}
          />
        )}
        <NextPage base="/invitations" kept={parameters} next={page.next}>
          {query.sort === "newest" ? t("Older invitations") : t("More invitations")}
        </NextPage>
      </div>
    </Page>
  );
}

function blankTitle(isNarrowed: boolean, ofProjects: boolean): string {
  if (isNarrowed) return t("No matching invitations");
  return ofProjects ? t("Nobody invited to a project yet") : t("Nobody invited yet");
}

function whereToInvite(ofProjects: boolean): string {
  return ofProjects
    ? t("You invite people to a project on its page People.")
    : t("You invite people to a Cloud on its page.");
}
