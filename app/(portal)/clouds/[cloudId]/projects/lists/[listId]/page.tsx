import { Download } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CountFilter } from "#app/(portal)/_components/count-filter.tsx";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { KeepFresh } from "#app/(portal)/_components/keep-fresh.tsx";
import { BatchProgress } from "#app/_features/batches/batch-progress.tsx";
import { RehearsalNote } from "#app/_features/batches/rehearsal-note.tsx";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { rowOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { sumOutcomes } from "#lib/features/batches/outcomes.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";
import { getProjectList, listProjectRows } from "#lib/features/projects/lists/queries.ts";
import type { ListView } from "#lib/features/projects/lists/queries.ts";
import { VERDICT_WORDS, VERDICTS } from "#lib/features/projects/lists/schema.ts";
import { findRehearsal } from "#lib/features/rehearsals/queries.ts";
import { FixProjects } from "./_components/fix-projects.tsx";
import { ListSteps } from "./_components/list-steps.tsx";
import { RowsTable } from "./_components/rows-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("List of projects") });

/** One list of projects: its verdicts, then its progress, then the outcome of each row. */
export default async function ProjectListPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "listId">): Promise<ReactNode> {
  const { cloudId, listId } = await params;
  const here = `/clouds/${cloudId}/projects/lists/${listId}`;
  const actor = await requirePage(here);
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const list = await orNotFound(getProjectList(actor, cloudId, listId));
  const { show, after } = await searchParams;
  const verdict = VERDICTS.find((known) => known === show);
  const page = await listProjectRows(actor, {
    listId,
    verdict,
    afterN: rowOf(after),
  });
  const rehearsal = await findRehearsal({ listId });
  const isDraft = list.state === "DRAFT";
  const mayAct = isAllowed(actor, "project:create");
  const parts = VERDICTS.filter((known) => (list.verdicts[known] ?? 0) > 0);
  return (
    <Page
      title={titleOf(list)}
      badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
      facts={[
        list.fileName === null
          ? t("{count, plural, one {# row} other {# rows}} pasted", { count: list.total })
          : t("{count, plural, one {# row} other {# rows}} of {fileName}", {
              count: list.total,
              fileName: list.fileName,
            }),
        t("by {actorName}", { actorName: list.actorName }),
        ...(isDraft ? [t("Nothing sent yet")] : []),
        ...(list.state === "RUNNING" ? [t("You can close this page; sending continues.")] : []),
      ]}
      actions={
        <>
          {!isDraft && (
            <CsvLinks href={`${here}/csv`}>
              <Download aria-hidden />
              {t("Download the result")}
            </CsvLinks>
          )}
          {mayAct && <ListSteps cloudId={cloud.id} list={list} rehearsal={rehearsal} />}
        </>
      }
    >
      {(list.isMoving || rehearsal?.isUnderWay === true) && <KeepFresh />}

      <div className="grid gap-4">
        {list.ignored.length > 0 && isDraft && (
          <Note tone="warn" title={t("Some columns were ignored.")}>
            {t(
              "Ignored: {columns}. Portico knows name, description, status, parent_id, parent, main_model_id and logo.",
              { columns: list.ignored.join(", ") },
            )}
          </Note>
        )}
        {isDraft && rehearsal !== null && <RehearsalNote rehearsal={rehearsal} />}
        {!isDraft && <ListProgress list={list} />}
        {parts.length > 1 && (
          <CountFilter
            label={t("Filter by result")}
            items={[
              { href: here, label: t("All"), count: list.total, isCurrent: verdict === undefined },
              ...parts.map((known) => ({
                href: `${here}?show=${known}`,
                label: t(VERDICT_WORDS[known]),
                count: list.verdicts[known] ?? 0,
                isCurrent: known === verdict,
              })),
            ]}
          />
        )}
        {isDraft && mayAct && <FixProjects list={list} verdict={verdict} />}
        <RowsTable
          cloudId={cloud.id}
          rows={page.rows}
          isDraft={isDraft}
          isRehearsed={rehearsal !== null}
          mayAct={mayAct}
        />
        <NextPage base={here} kept={{ show: verdict }} next={page.next}>
          {t("Further rows")}
        </NextPage>
      </div>
    </Page>
  );
}

function titleOf(list: ListView): string {
  const count = list.included;
  switch (list.state) {
    case "DRAFT":
      return t("Create {count, plural, one {# project} other {# projects}}", { count });
    case "RUNNING":
      return t("Creating {count, plural, one {# project} other {# projects}}", { count });
    case "PAUSED":
      return t("Creating {count, plural, one {# project} other {# projects}}, paused", { count });
    case "ENDED":
      return t("List of {count, plural, one {# project} other {# projects}}", { count });
  }
}

function ListProgress({ list }: { list: ListView }): ReactNode {
  const words = t("{ended} of {included} done", {
    ended: formatCount(list.ended),
    included: formatCount(list.included),
  });
  const uncertain = sumOutcomes(list.outcomes, UNCERTAIN_STATES);
  return (
    <BatchProgress batch={list} label={t("Created")} words={words}>
      {uncertain > 0 && (
        <Note
          tone="unknown"
          title={t("{count, plural, one {# project} other {# projects}} without a certain answer.", {
            count: uncertain,
          })}
        >
          {t(
            "Portico does not know whether they exist, and does not send them again. Settle each project in its row.",
          )}
        </Note>
      )}
    </BatchProgress>
  );
}
