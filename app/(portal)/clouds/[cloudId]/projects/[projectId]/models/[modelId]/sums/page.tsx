import { Download } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { openModel } from "#app/_features/models/opened-model.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { DownloadButton } from "#app/_ui/primitives/button.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { readView } from "#lib/elements/query/address/address.ts";
import { classesNoun } from "#lib/features/elements/class-words.ts";
import { modelIdSchema, type TableState } from "#lib/features/elements/schema.ts";
import { readSumsChoice } from "#lib/features/sums/choice.ts";
import { GROUPS_SHOWN_MAX, readTableSums } from "#lib/features/sums/queries.ts";
import { writeSums } from "#lib/features/sums/write-sums.ts";
import { classOf } from "../_components/class-list.ts";
import { NoOpenedTable } from "../_components/no-opened-table.tsx";
import { SumsBody } from "./_components/sums-body.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Sums") });

/** The elements of an element table, grouped by one or two columns and counted, with sums of number columns. */
export default async function SumsPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "projectId" | "modelId">): Promise<ReactNode> {
  const { cloudId, projectId, modelId: modelText } = await params;
  const address = await searchParams;
  const tablePath = `/clouds/${cloudId}/projects/${projectId}/models/${modelText}`;
  const path = `${tablePath}/sums`;
  const actor = await requirePage(path);
  const modelId = modelIdSchema.safeParse(modelText);
  if (!modelId.success) notFound();
  const opened = await orNotFound(
    openModel(actor, { cloudId, projectId, modelId: modelId.data }, address["type"]),
  );
  const tables = opened.state === "open" ? [opened.table, ...opened.more] : [];
  const classes = tables.flatMap(classOf);
  const { view } = readView(address);
  const asked = readSumsChoice(address);
  const ids = tables.flatMap((table) => (table.state === "ready" ? [table.snapshot.id] : []));
  const found =
    ids.length === 0 || ids.length < tables.length
      ? null
      : await readTableSums(actor, ids, { view, asked, limit: GROUPS_SHOWN_MAX });
  const file = writeSums(classes, view, asked).toString();
  const isDownloaded =
    isAllowed(actor, "elements:export") && found?.state === "answered" && found.answer.sums.groupCount > 0;
  return (
    <Page
      title={titleOf(classes)}
      facts={factsOf(tables, `${tablePath}?${writeSums(classes, view, null).toString()}`)}
      actions={
        isDownloaded ? (
          <>
            <CsvLinks href={`${path}/csv?${file}`} variant="primary">
              <Download aria-hidden />
              {t("Download sums as CSV")}
            </CsvLinks>
            <DownloadButton href={`${path}/xlsx?${file}`}>{t("Download sums as XLSX")}</DownloadButton>
          </>
        ) : undefined
      }
    >
      {opened.state === "open" ? (
        <SumsBody
          place={{ path, tablePath, ids: { cloudId, projectId, modelId: modelId.data }, classes }}
          tables={tables}
          view={view}
          found={found}
        />
      ) : (
        <NoOpenedTable opened={opened} path={path} projectHref={`/clouds/${cloudId}/projects/${projectId}`} />
      )}
    </Page>
  );
}

function titleOf(classes: readonly string[]): string {
  if (classes.length === 0) return t("Sums");
  return t("Sums of {noun}", { noun: classesNoun(classes, 2) });
}

function factsOf(tables: readonly TableState[], tableHref: string): ReactNode[] {
  const link = (
    <Link key="table" className="link" href={tableHref}>
      {t("View table")}
    </Link>
  );
  const snapshots = tables.flatMap((table) => (table.state === "ready" ? [table.snapshot] : []));
  const [first] = snapshots;
  if (first === undefined) return [link];
  const rows = snapshots.reduce((sum, snapshot) => sum + snapshot.rows, 0);
  const noun = classesNoun(
    snapshots.map(({ ifcClass }) => ifcClass),
    rows,
  );
  return [
    `${formatCount(rows)} ${noun}`,
    rich("read {when}", { when: <RelativeTime key="read" at={first.readAt} /> }),
    link,
  ];
}
