import { Building2, Hash, Plus, Search } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getConnection, listClouds } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { listParameters, readListQuery, type ListQuery } from "#lib/features/clouds/list/list-query.ts";
import type { ReadState } from "#lib/features/clouds/schema.ts";
import { HelpLink } from "../_components/help-link.tsx";
import { ReadListAgain } from "../_components/read-list-again.tsx";
import { ReadNote } from "../_components/read-note.tsx";
import { toCloudItem } from "./_components/cloud-item.ts";
import { CloudRows } from "./_components/cloud-rows.tsx";
import { CloudListTools, headSorts } from "./_components/list-tools.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Clouds") });

export default async function CloudsPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/clouds");
  const query = readListQuery(await searchParams);
  const { connectionId } = query;
  const connection =
    connectionId === undefined ? undefined : await orNotFound(getConnection(actor, connectionId));
  const page = await listClouds(actor, query);
  const mayCreate = isAllowed(actor, "cloud:create");
  const create = (
    <LinkButton href="/clouds/new" variant="primary">
      <Plus aria-hidden />
      {t("Create Cloud")}
    </LinkButton>
  );
  return (
    <Page
      title={t("Clouds")}
      facts={[
        connection === undefined
          ? t(
              "All Clouds that this application created or that are shared with it, with projects and people.",
            )
          : t("The Clouds of {name}, with their projects and people.", { name: connection.name }),
        <HelpLink key="help" topic="clouds" />,
      ]}
      actions={
        mayCreate ? (
          <>
            <LinkButton href="/clouds/adopt">
              <Hash aria-hidden />
              {t("Add by number")}
            </LinkButton>
            {create}
          </>
        ) : undefined
      }
    >
      <div className="grid gap-3">
        {page.reads.map((read) => (
          <ReadNote key={read.connectionId} read={read} />
        ))}
        <CloudListTools
          base="/clouds"
          query={query}
          counts={page.counts}
          label={t("Find a Cloud by name or number")}
          aside={
            <ReadListAgain
              list="clouds"
              connectionId={connectionId}
              readAt={oldestOf(page.reads)}
              isStale={page.reads.some(({ state }) => state === "stale")}
            />
          }
        />
        {page.rows.length === 0 ? (
          <NoClouds query={query} action={mayCreate ? create : undefined} />
        ) : (
          <CloudRows rows={page.rows.map(toCloudItem)} sorts={headSorts("/clouds", query)} />
        )}
        <NextPage base="/clouds" kept={listParameters(query)} next={page.next}>
          {t("More Clouds")}
        </NextPage>
      </div>
    </Page>
  );
}

/** When the oldest list was read; null when none was. */
function oldestOf(reads: readonly ReadState[]): Date | null {
  const times = reads.flatMap(({ readAt }) => (readAt === null ? [] : [readAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function NoClouds({ query, action }: { query: ListQuery; action: ReactNode }): ReactNode {
  if (query.search !== "") {
    return (
      <Blank
        icon={<Search aria-hidden />}
        title={t("No Cloud matches “{search}”", { search: query.search })}
        action={<LinkButton href="/clouds">{t("Show all Clouds")}</LinkButton>}
      >
        {t("Search by name, in upper or lower case, or by the number at the service.")}
      </Blank>
    );
  }
  if (query.shown === "archived" || query.shown === "gone") {
    return (
      <Blank
        icon={<Building2 aria-hidden />}
        title={
          query.shown === "archived" ? t("No Cloud is archived") : t("Every Cloud exists at its service")
        }
        action={<LinkButton href="/clouds">{t("Show current Clouds")}</LinkButton>}
      >
        {query.shown === "archived"
          ? t("Archiving hides a Cloud here. Nothing changes at the service.")
          : t("Clouds that a service no longer lists stay here, marked as not found.")}
      </Blank>
    );
  }
  return (
    <Blank icon={<Building2 aria-hidden />} title={t("No Clouds yet")} action={action}>
      {t(
        "A Cloud holds projects, projects hold models. Check the name before you create the first Cloud: some services cannot delete it.",
      )}
    </Blank>
  );
}
