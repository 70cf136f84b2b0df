import { Folder, Hash, ListPlus, Plus, Search } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { MainSide, Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { offersIn } from "#lib/features/clouds/deletion.ts";
import { listParameters, readListQuery, type ListQuery } from "#lib/features/clouds/list/list-query.ts";
import { listOpenProjectLists } from "#lib/features/projects/lists/queries.ts";
import { listProjects } from "#lib/features/projects/queries.ts";
import { KeepFresh } from "../../_components/keep-fresh.tsx";
import { CloudListTools, headSorts } from "../_components/list-tools.tsx";
import { ReadListAgain } from "../../_components/read-list-again.tsx";
import { CloudHead } from "./_components/cloud-head.tsx";
import { CloudReadNote } from "./_components/cloud-read-note.tsx";
import { OpenProjectLists } from "./_components/open-project-lists.tsx";
import { ProjectsTable } from "./_components/projects-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Cloud") });

export default async function CloudPage({ params, searchParams }: PageProps<"cloudId">): Promise<ReactNode> {
  const { cloudId } = await params;
  const query = readListQuery(await searchParams);
  const actor = await requirePage(`/clouds/${cloudId}`);
  const page = await orNotFound(listProjects(actor, cloudId, query));
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const lists = await listOpenProjectLists(actor, cloud.id);
  const base = `/clouds/${cloud.id}`;
  const { mayCreate } = offersIn(cloud, actor);
  return (
    <Page>
      {lists.some((list) => list.isMoving) && <KeepFresh />}
      <CloudHead cloud={cloud} tab="projects" actor={actor} />
      <MainSide
        sideLabel={t("About this Cloud")}
        slim
        side={
          <>
            <Section
              title={t("People")}
              aside={
                <Link className="link" href={`/clouds/${cloud.id}/people`}>
                  {t("Show all people")}
                </Link>
              }
            >
              <Kv
                figures
                items={[
                  cloud.people.members === null
                    ? { label: t("Joined"), value: formatCount(cloud.people.joined) }
                    : { label: t("Members"), value: formatCount(cloud.people.members) },
                  { label: t("Invited"), value: formatCount(cloud.people.invited) },
                ]}
              />
            </Section>
            <Section title={t("Addresses")}>
              <p className="text-13 text-fg-2">{t("On the platform")}</p>
              <Mono>{cloud.platformAddress}</Mono>
            </Section>
          </>
        }
      >
        <CloudReadNote actor={actor} cloud={cloud} read={page.read} />
        <OpenProjectLists lists={lists} />
        <CloudListTools
          base={base}
          query={query}
          counts={page.counts}
          label={t("Find a project by name or number")}
          aside={
            <ReadListAgain
              list="projects"
              cloudId={cloud.id}
              readAt={page.read.readAt}
              isStale={page.read.state === "stale"}
            />
          }
        />
        {page.rows.length === 0 ? (
          <NoProjects base={base} query={query} mayCreate={mayCreate} />
        ) : (
          <ProjectsTable
            key={hrefTo(base, { ...listParameters(query), after: query.after })}
            projects={page.rows}
            isWhole={page.isWhole}
            sorts={headSorts(base, query)}
          />
        )}
        <NextPage base={base} kept={listParameters(query)} next={page.next}>
          {t("More projects")}
        </NextPage>
        {mayCreate && (
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-fg-2">
            <Link className="link inline-flex items-center gap-1.5" href={`${base}/projects/adopt`}>
              <Hash aria-hidden className="size-3.5" />
              {t("Add a project by its number")}
            </Link>
            <Link className="link inline-flex items-center gap-1.5" href={`${base}/projects/lists/new`}>
              <ListPlus aria-hidden className="size-3.5" />
              {t("Create several from CSV")}
            </Link>
          </p>
        )}
      </MainSide>
    </Page>
  );
}

function NoProjects({
  base,
  query,
  mayCreate,
}: {
  base: string;
  query: ListQuery;
  mayCreate: boolean;
}): ReactNode {
  if (query.search !== "") {
    return (
      <Blank
        icon={<Search aria-hidden />}
        title={t("No project matches “{search}”", { search: query.search })}
        action={<LinkButton href={base}>{t("Show all projects")}</LinkButton>}
      />
    );
  }
  if (query.shown === "archived" || query.shown === "gone") {
    return (
      <Blank
        icon={<Folder aria-hidden />}
        title={
          query.shown === "archived" ? t("No project is archived") : t("Every project exists at the service")
        }
        action={<LinkButton href={base}>{t("Show current projects")}</LinkButton>}
      />
    );
  }
  return (
    <Blank
      icon={<Folder aria-hidden />}
      title={t("No projects yet")}
      action={
        mayCreate && (
          <LinkButton href={`${base}/projects/new`}>
            <Plus aria-hidden />
            {t("Create project")}
          </LinkButton>
        )
      }
    >
      {t("A project holds models (IFC files). Everybody who joined this Cloud sees them.")}
    </Blank>
  );
}
