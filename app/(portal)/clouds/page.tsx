import { Building2, Plus, Search } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { formatCounted } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { WorldBadge } from "#app/_ui/frame/world.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import type { CloudRow } from "#lib/features/clouds/schema.ts";
import { PortalFrame } from "../_components/portal-frame.tsx";
import { ReadNote } from "../_components/read-note.tsx";

export const metadata: Metadata = { title: "Clouds" };

type Query = Promise<{ q?: string | string[]; after?: string | string[] }>;

const one = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

export default async function CloudsPage({ searchParams }: { searchParams: Query }): Promise<ReactNode> {
  const actor = await requirePage("/clouds");
  const query = await searchParams;
  const search = one(query.q) ?? "";
  const page = await listClouds(actor, { search, after: one(query.after) });
  const mayCreate = isAllowed(actor, "cloud:create");
  const create = (
    <LinkButton href="/clouds/new" variant="primary">
      <Plus aria-hidden />
      Create Cloud
    </LinkButton>
  );
  return (
    <PortalFrame crumbs={[{ label: "Clouds" }]}>
      <Page>
        <PageHead
          title="Clouds"
          facts={["Every Cloud this application made or was given. Its projects and people are inside."]}
          actions={mayCreate ? create : undefined}
        />
        <div className="grid gap-3">
          {page.reads.map((read) => (
            <ReadNote key={read.connectionId} read={read} what="The Clouds" />
          ))}
          <form role="search" action="/clouds" className="flex items-center gap-3">
            <Input
              name="q"
              type="search"
              aria-label="Find a Cloud by name"
              placeholder="Find a Cloud by name"
              defaultValue={search}
              icon={<Search aria-hidden />}
              className="w-64 max-sm:w-full"
            />
            <span className="ml-auto text-13 text-fg-2 max-sm:hidden">
              {formatCounted(page.total, "Cloud", "Clouds")}
            </span>
          </form>
          {page.rows.length === 0 ? (
            <NoClouds search={search} action={mayCreate ? create : undefined} />
          ) : (
            <CloudTable rows={page.rows} />
          )}
          {page.next !== null && (
            <div>
              <LinkButton href={`/clouds?${new URLSearchParams({ q: search, after: page.next }).toString()}`}>
                More Clouds
              </LinkButton>
            </div>
          )}
        </div>
      </Page>
    </PortalFrame>
  );
}

function NoClouds({ search, action }: { search: string; action: ReactNode }): ReactNode {
  if (search !== "") {
    return (
      <Blank
        icon={<Search aria-hidden />}
        title={`No Cloud has “${search}” in its name`}
        action={<LinkButton href="/clouds">Show all Clouds</LinkButton>}
      >
        Names are searched without regard to upper and lower case.
      </Blank>
    );
  }
  return (
    <Blank icon={<Building2 aria-hidden />} title="No Clouds yet" action={action}>
      A Cloud holds projects, projects hold models. Create the first one; not every service can remove a Cloud
      again, so its name is worth a second look.
    </Blank>
  );
}

function CloudTable({ rows }: { rows: readonly CloudRow[] }): ReactNode {
  return (
    <DataTable
      label="Clouds"
      rows={rows}
      rowKey={(cloud) => cloud.id}
      columns={[
        {
          head: "Cloud",
          grow: true,
          cell: (cloud) => (
            <>
              <Link className="link" href={`/clouds/${cloud.id}`}>
                {cloud.name}
              </Link>
              <small>
                <Mono>Cloud {cloud.serviceId}</Mono>
                {cloud.createdByName === null ? " · made elsewhere" : ` · by ${cloud.createdByName}`}
              </small>
            </>
          ),
        },
        {
          head: "Service",
          cell: (cloud) => (
            <WorldBadge
              world={cloud.connection.kind === "BUILTIN" ? "builtin" : "live"}
              name={cloud.connection.name}
            />
          ),
        },
        {
          head: "State",
          cell: (cloud) =>
            cloud.missingSince === null ? (
              <State tone="ok">In order</State>
            ) : (
              <State tone="warn" detail="the service does not list it any more">
                Not found
              </State>
            ),
        },
        {
          head: "Projects",
          end: true,
          cell: (cloud) => (
            <>
              {cloud.projectCount}
              <span className="sm:hidden"> {cloud.projectCount === 1 ? "project" : "projects"}</span>
            </>
          ),
        },
        {
          head: "People",
          end: true,
          cell: (cloud) => (
            <>
              {cloud.joinedCount} joined
              {cloud.waitingCount > 0 && <small>{cloud.waitingCount} waiting</small>}
            </>
          ),
        },
        {
          head: "Here since",
          end: true,
          cell: (cloud) => (
            <>
              <span className="sm:hidden">here since </span>
              <RelativeTime at={cloud.createdAt.toISOString()} />
            </>
          ),
        },
      ]}
    />
  );
}
