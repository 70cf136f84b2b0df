import { CircleHelp } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { Tabs } from "#app/_ui/primitives/tabs.tsx";
import { listOperations } from "#lib/features/operations/queries.ts";
import { OperationState, operationWords } from "../_components/operation-state.tsx";
import { PortalFrame } from "../_components/portal-frame.tsx";

export const metadata: Metadata = { title: "Operations" };

type Query = Promise<{ show?: string | string[]; after?: string | string[] }>;

/** The journal: everything that created something or sent a mail, and what became of it. */
export default async function OperationsPage({ searchParams }: { searchParams: Query }): Promise<ReactNode> {
  const actor = await requirePage("/operations");
  const query = await searchParams;
  const showAll = query.show === "all";
  const page = await listOperations(actor, {
    needsPerson: !showAll,
    ...(typeof query.after === "string" ? { after: query.after } : {}),
  });
  return (
    <PortalFrame crumbs={[{ label: "Operations" }]}>
      <Page>
        <PageHead
          title="Operations"
          facts={["Each call that creates something or sends a mail, written down before it was sent."]}
        />
        <Tabs
          label="Operations"
          items={[
            { label: "Waiting for a person", href: "/operations", current: !showAll },
            { label: "All", href: "/operations?show=all", current: showAll },
          ]}
        />
        {page.rows.length === 0 ? (
          <Blank
            icon={<CircleHelp aria-hidden />}
            title={showAll ? "Nothing was created or sent yet" : "Nothing waits for a person"}
          >
            {showAll
              ? null
              : "Every call has a certain outcome. Calls without one appear here until somebody settles them."}
          </Blank>
        ) : (
          <DataTable
            label="Operations"
            rows={page.rows}
            rowKey={(row) => row.id}
            columns={[
              {
                head: "Operation",
                grow: true,
                cell: (row) => (
                  <>
                    <Link className="link" href={row.href}>
                      {operationWords(row)}
                    </Link>
                    <small>by {row.actorName}</small>
                  </>
                ),
              },
              { head: "State", cell: (row) => <OperationState operation={row} /> },
              { head: "Since", end: true, cell: (row) => <RelativeTime at={row.stateSince.toISOString()} /> },
            ]}
          />
        )}
        {page.next !== null && (
          <div className="mt-3">
            <LinkButton
              href={`/operations?${new URLSearchParams({ ...(showAll ? { show: "all" } : {}), after: page.next }).toString()}`}
            >
              Older operations
            </LinkButton>
          </div>
        )}
      </Page>
    </PortalFrame>
  );
}
