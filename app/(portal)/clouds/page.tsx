import { Building2, Hash, Plus, Search } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getConnection } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import type { CloudRow, ReadState } from "#lib/features/clouds/schema.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import { ReadListAgain } from "../_components/read-list-again.tsx";
import { ReadNote } from "../_components/read-note.tsx";
import { CloudRows, type CloudItem } from "./_components/cloud-rows.tsx";
import { listHref, ListTools, readListQuery, type ListQuery } from "./_components/list-tools.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Clouds") });

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function CloudsPage({ searchParams }: { searchParams: Query }): Promise<ReactNode> {
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
    <Page>
      <PageHead
        title={t("Clouds")}
        facts={[
          connection === undefined
            ? t("Every Cloud this application made or was given. Its projects and people are inside.")
            : t("The Clouds of {name}. Their projects and people are inside.", { name: connection.name }),
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
      />
      <div className="grid gap-3">
        {page.reads.map((read) => (
          <ReadNote key={read.connectionId} read={read} what={t("The Clouds")} />
        ))}
        <ListTools
          base="/clouds"
          query={query}
          counts={page.counts}
          label={t("Find a Cloud by name or number")}
          aside={<ReadListAgain list="clouds" connectionId={connectionId} readAt={oldestOf(page.reads)} />}
        />
        {page.rows.length === 0 ? (
          <NoClouds query={query} action={mayCreate ? create : undefined} />
        ) : (
          <CloudRows rows={page.rows.map(toItem)} />
        )}
        {page.next !== null && (
          <div>
            <LinkButton href={listHref("/clouds", query, { after: page.next })}>
              {t("More Clouds")}
            </LinkButton>
          </div>
        )}
      </div>
    </Page>
  );
}

/** When the list was read that was read longest ago; null when none was. ISO */
function oldestOf(reads: readonly ReadState[]): string | null {
  const times = reads.flatMap(({ readAt }) => (readAt === null ? [] : [readAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

function NoClouds({ query, action }: { query: ListQuery; action: ReactNode }): ReactNode {
  if (query.search !== "") {
    return (
      <Blank
        icon={<Search aria-hidden />}
        title={t("No Cloud here has “{search}” in its name", { search: query.search })}
        action={<LinkButton href="/clouds">{t("Show all Clouds")}</LinkButton>}
      >
        {t("Names are searched without regard to upper and lower case; a number is that of the service.")}
      </Blank>
    );
  }
  if (query.shown === "archived" || query.shown === "gone") {
    return (
      <Blank
        icon={<Building2 aria-hidden />}
        title={
          query.shown === "archived" ? t("No Cloud is archived") : t("Every Cloud is found at its service")
        }
        action={<LinkButton href="/clouds">{t("Show current Clouds")}</LinkButton>}
      >
        {query.shown === "archived"
          ? t("Archiving takes a Cloud out of this list; the service knows nothing of it.")
          : t("Clouds that a service does not show any more are marked and kept here, never removed.")}
      </Blank>
    );
  }
  return (
    <Blank icon={<Building2 aria-hidden />} title={t("No Clouds yet")} action={action}>
      {t(
        "A Cloud holds projects, projects hold models. Create the first one; not every service can remove a Cloud again, so its name is worth a second look.",
      )}
    </Blank>
  );
}

/** What of a Cloud its row shows: nothing else of it leaves the server. */
function toItem(cloud: CloudRow): CloudItem {
  const { id, name, serviceId, createdByName, projectCount, joinedCount, waitingCount } = cloud;
  const { archivedAt, deletedAt, missingSince, unverifiedSince } = cloud;
  return {
    id,
    name,
    serviceId,
    createdByName,
    world: worldOf(cloud.connection),
    connectionName: cloud.connection.name,
    standing: { archivedAt, deletedAt, missingSince, unverifiedSince },
    projectCount,
    joinedCount,
    waitingCount,
    createdAt: cloud.createdAt.toISOString(),
  };
}
