import { Folder, Plus, Search } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { orNotFound, requirePage } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { formatCounted } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { MainSide } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { listProjects } from "#lib/features/projects/queries.ts";
import { PortalFrame } from "../../_components/portal-frame.tsx";
import { ReadNote } from "../../_components/read-note.tsx";
import { CloudHead } from "./_components/cloud-head.tsx";
import { ProjectName } from "./_components/project-name.tsx";
import { toTree } from "./_components/project-tree.ts";

export const metadata: Metadata = { title: "Cloud" };

type Props = {
  params: Promise<{ cloudId: string }>;
  searchParams: Promise<{ q?: string | string[]; after?: string | string[] }>;
};

export default async function CloudPage({ params, searchParams }: Props): Promise<ReactNode> {
  const { cloudId } = await params;
  const query = await searchParams;
  const actor = await requirePage(`/clouds/${cloudId}`);
  const search = typeof query.q === "string" ? query.q : "";
  const after = typeof query.after === "string" ? query.after : undefined;
  const page = await orNotFound(listProjects(actor, cloudId, { search, after }));
  const cloud = await orNotFound(getCloud(actor, cloudId));
  return (
    <PortalFrame
      connection={cloud.connection}
      crumbs={[{ label: "Clouds", href: "/clouds" }, { label: cloud.name }]}
    >
      <Page>
        <CloudHead cloud={cloud} tab="projects" actor={actor} />
        <MainSide
          sideLabel="About this Cloud"
          slim
          side={
            <>
              <Section
                title="People"
                aside={
                  <Link className="link" href={`/clouds/${cloud.id}/invitations`}>
                    Ledger
                  </Link>
                }
              >
                <Kv
                  figures
                  items={[
                    { label: "Joined", value: String(cloud.joinedCount) },
                    { label: "Waiting", value: String(cloud.waitingCount) },
                  ]}
                />
              </Section>
              <Section title="Addresses">
                <p className="text-13 text-fg-2">On the platform</p>
                <Mono>{cloud.platformAddress}</Mono>
              </Section>
            </>
          }
        >
          <ReadNote read={page.read} what="The projects" />
          <form role="search" action={`/clouds/${cloud.id}`} className="flex items-center gap-3">
            <Input
              name="q"
              type="search"
              aria-label="Find a project by name"
              placeholder="Find a project by name"
              defaultValue={search}
              icon={<Search aria-hidden />}
              className="w-64 max-sm:w-full"
            />
            <span className="ml-auto text-13 text-fg-2 max-sm:hidden">
              {formatCounted(page.total, "project")}
            </span>
          </form>
          {page.rows.length === 0 ? (
            <NoProjects cloudId={cloud.id} search={search} mayCreate={isAllowed(actor, "project:create")} />
          ) : (
            <DataTable
              label="Projects"
              rows={toTree(page.rows)}
              rowKey={(row) => row.project.id}
              columns={[
                { head: "Project", grow: true, cell: (row) => <ProjectName cloudId={cloud.id} row={row} /> },
                {
                  head: "State",
                  cell: ({ project }) =>
                    project.missingSince !== null ? (
                      <State tone="warn">Not found</State>
                    ) : project.status === "D" ? (
                      <State tone="idle">Deleted</State>
                    ) : (
                      <State tone="ok">Active</State>
                    ),
                },
                {
                  head: "Created by",
                  small: "hide",
                  cell: ({ project }) => project.createdByName ?? "made elsewhere",
                },
                {
                  head: "Here since",
                  end: true,
                  cell: ({ project }) => <RelativeTime at={project.createdAt.toISOString()} />,
                },
              ]}
            />
          )}
          {page.next !== null && (
            <div>
              <LinkButton
                href={`/clouds/${cloud.id}?${new URLSearchParams({ q: search, after: page.next }).toString()}`}
              >
                More projects
              </LinkButton>
            </div>
          )}
        </MainSide>
      </Page>
    </PortalFrame>
  );
}

function NoProjects({
  cloudId,
  search,
  mayCreate,
}: {
  cloudId: string;
  search: string;
  mayCreate: boolean;
}): ReactNode {
  if (search !== "") {
    return (
      <Blank
        icon={<Search aria-hidden />}
        title={`No project has “${search}” in its name`}
        action={<LinkButton href={`/clouds/${cloudId}`}>Show all projects</LinkButton>}
      />
    );
  }
  return (
    <Blank
      icon={<Folder aria-hidden />}
      title="No projects yet"
      action={
        mayCreate && (
          <LinkButton href={`/clouds/${cloudId}/projects/new`}>
            <Plus aria-hidden />
            Create project
          </LinkButton>
        )
      }
    >
      A project holds the models (IFC files). Everybody who joined this Cloud sees what is made in it.
    </Blank>
  );
}
