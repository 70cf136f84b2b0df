import { FileDown } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { HelpLink } from "#app/(portal)/_components/help-link.tsx";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Segmented } from "#app/_ui/primitives/segmented.tsx";
import { newId } from "#lib/core/ids.ts";
import { textOf } from "#lib/core/paging/hrefs.ts";
import { msg, t } from "#lib/core/texts.ts";
import { listConnections } from "#lib/features/connections/queries.ts";
import { FILE_KEPT_DAYS } from "#lib/features/exports/policy.ts";
import { listExportRuns, type ExportFilter } from "#lib/features/exports/queries.ts";
import { RunsTable } from "./_components/runs-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Exports") });

const FILTERS: readonly { filter: ExportFilter; label: string }[] = [
  { filter: "all", label: msg("All") },
  { filter: "running", label: msg("Running") },
  { filter: "done", label: msg("Done") },
  { filter: "failed", label: msg("Failed") },
  { filter: "cancelled", label: msg("Cancelled") },
];

/** Every export of this installation, newest first. */
export default async function ExportsPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/exports", "elements:export");
  const { state, before } = await searchParams;
  const filter = FILTERS.find((entry) => entry.filter === state)?.filter ?? "all";
  const [page, connections] = await Promise.all([
    listExportRuns(actor, { filter, before: textOf(before) }),
    listConnections(actor),
  ]);
  const keys = Object.fromEntries(page.runs.map((run) => [run.id, newId()]));
  return (
    <Page
      title={t("Exports")}
      facts={[
        t("Every file is verified cell by cell before you can download it"),
        t("files are kept for {days} days, the list forever", { days: FILE_KEPT_DAYS }),
        <HelpLink key="help" topic="elements" />,
      ]}
      actions={<LinkButton href="/exports/bulk">{t("Bulk exports")}</LinkButton>}
    >
      <div className="grid gap-3">
        <div>
          <Segmented
            label={t("State")}
            items={FILTERS.map((entry) => ({
              label: t(entry.label),
              href: entry.filter === "all" ? "/exports" : `/exports?state=${entry.filter}`,
              count: page.counts[entry.filter],
              current: entry.filter === filter,
            }))}
          />
        </div>
        {page.runs.length === 0 ? (
          <NoRuns hasAny={page.counts.all > 0} />
        ) : (
          <RunsTable runs={page.runs} keys={keys} showsService={connections.length > 1} />
        )}
        <NextPage
          base="/exports"
          kept={{ state: filter === "all" ? undefined : filter }}
          by="before"
          next={page.next}
        >
          {t("Older exports")}
        </NextPage>
      </div>
    </Page>
  );
}

function NoRuns({ hasAny }: { hasAny: boolean }): ReactNode {
  return hasAny ? (
    <Blank
      icon={<FileDown aria-hidden />}
      title={t("No exports in this state")}
      action={<LinkButton href="/exports">{t("Show all exports")}</LinkButton>}
    />
  ) : (
    <Blank
      icon={<FileDown aria-hidden />}
      title={t("Nothing exported yet")}
      action={<LinkButton href="/clouds">{t("Choose a Cloud")}</LinkButton>}
    >
      {t("Open a model of a project, choose a class of elements, and export its table.")}
    </Blank>
  );
}
