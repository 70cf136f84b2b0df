import { Archive } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { listConnections } from "#lib/features/connections/queries.ts";
import { listBulkRuns } from "#lib/features/exports/bulk-queries.ts";
import { newExportKey } from "#lib/features/exports/commands.ts";
import { FILE_KEPT_DAYS } from "#lib/features/exports/policy.ts";
import { PortalFrame } from "../../_components/portal-frame.tsx";
import { BulkTable } from "./_components/bulk-table.tsx";

export const metadata: Metadata = { title: "Bulk exports" };

/** The newest exports of many models, with what became of each. */
export default async function BulkRunsPage(): Promise<ReactNode> {
  const actor = await requirePage("/exports/bulk", "elements:export");
  const [runs, connections] = await Promise.all([listBulkRuns(actor), listConnections(actor)]);
  return (
    <PortalFrame crumbs={[{ label: "Exports", href: "/exports" }, { label: "Bulk exports" }]}>
      <Page>
        <PageHead
          title="Bulk exports"
          facts={[
            "One file for each model, or one table of them all, read back and compared like every export",
            "each archive has a report of what is in it and what is not",
            `files stay for ${String(FILE_KEPT_DAYS)} days`,
          ]}
        />
        {runs.length === 0 ? (
          <Blank
            icon={<Archive aria-hidden />}
            title="No models were exported together yet"
            action={<LinkButton href="/clouds">Choose a Cloud</LinkButton>}
          >
            Open a Cloud or a project and choose “Export elements…”.
          </Blank>
        ) : (
          <BulkTable
            showsService={connections.length > 1}
            runs={runs}
            keys={Object.fromEntries(runs.map(({ id }) => [id, newExportKey()]))}
          />
        )}
      </Page>
    </PortalFrame>
  );
}
