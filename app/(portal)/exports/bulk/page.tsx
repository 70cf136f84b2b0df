import { Archive } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { listConnections } from "#lib/features/connections/queries.ts";
import { listBulkRuns } from "#lib/features/exports/bulk/queries.ts";
import { FILE_KEPT_DAYS } from "#lib/features/exports/policy.ts";
import { BulkTable } from "./_components/bulk-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Bulk exports") });

/** The newest exports of many models, with the outcome of each. */
export default async function BulkRunsPage(): Promise<ReactNode> {
  const actor = await requirePage("/exports/bulk", "elements:export");
  const [runs, connections] = await Promise.all([listBulkRuns(actor), listConnections(actor)]);
  return (
    <Page
      title={t("Bulk exports")}
      facts={[
        t("One file per model, or one table of all models, verified like every export"),
        t("each archive has a report of what it contains and what it lacks"),
        t("files are kept for {days} days", { days: FILE_KEPT_DAYS }),
      ]}
    >
      {runs.length === 0 ? (
        <Blank
          icon={<Archive aria-hidden />}
          title={t("No bulk exports yet")}
          action={<LinkButton href="/clouds">{t("Choose a Cloud")}</LinkButton>}
        >
          {t("Open a Cloud or a project and choose “Export elements…”.")}
        </Blank>
      ) : (
        <BulkTable
          showsService={connections.length > 1}
          runs={runs}
          keys={Object.fromEntries(runs.map(({ id }) => [id, newId()]))}
        />
      )}
    </Page>
  );
}
