import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { OUTCOME_WORDS, VERDICT_WORDS, type ListRowView } from "#lib/features/projects/lists/schema.ts";
import { OUTCOME_TONES } from "#app/_features/batches/outcome-tones.ts";
import { RehearsedState } from "#app/_features/batches/rehearsal-note.tsx";
import { ChooseButton } from "#app/_features/batches/steer-button.tsx";
import { chooseRowAction } from "../../actions.ts";
import { VERDICT_TONES } from "./words.ts";

/** The rows of a list: with their verdicts while it is a draft, with what became of them afterwards. */
export function RowsTable({
  cloudId,
  rows,
  isDraft,
  isRehearsed,
  mayAct,
}: {
  cloudId: string;
  rows: readonly ListRowView[];
  isDraft: boolean;
  isRehearsed: boolean;
  mayAct: boolean;
}): ReactNode {
  return (
    <DataTable
      label={t("Rows")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          head: t("Project"),
          grow: true,
          cell: (row) => (
            <>
              <ProjectLink cloudId={cloudId} row={row} />
              <small>
                {t("line {line}", { line: row.line })}
                {row.place !== null && ` · ${row.place}`}
              </small>
            </>
          ),
        },
        {
          head: isDraft ? t("Check result") : t("State"),
          cell: (row) => {
            const words = t(isDraft ? VERDICT_WORDS[row.verdict] : OUTCOME_WORDS[row.outcome]);
            const tone = isDraft ? VERDICT_TONES[row.verdict] : OUTCOME_TONES[row.outcome];
            const detail = row.detail === null || row.detail === "" ? undefined : row.detail;
            return (
              <State tone={tone} {...(detail === undefined ? {} : { detail })}>
                {words}
              </State>
            );
          },
        },
        ...(isRehearsed
          ? [
              {
                head: t("Rehearsal"),
                cell: ({ rehearsed, isIncluded }: ListRowView) => (
                  <RehearsedState answer={rehearsed} isIncluded={isIncluded} />
                ),
              },
            ]
          : []),
        {
          head: isDraft ? t("Choice") : t("Record"),
          actionsOf: ({ name }) => name,
          cell: (row) => {
            if (!isDraft) return <RecordLink row={row} />;
            if (!row.canChoose || !mayAct) return "";
            return (
              <ChooseButton
                action={chooseRowAction}
                of={{ rowId: row.id }}
                name={row.name}
                isIncluded={row.isIncluded}
                take={t("Create too")}
              />
            );
          },
        },
      ]}
    />
  );
}

function ProjectLink({ cloudId, row }: { cloudId: string; row: ListRowView }): ReactNode {
  const name = row.name === "" ? t("(no name)") : row.name;
  if (row.projectId === null) return <span className="[overflow-wrap:anywhere]">{name}</span>;
  return (
    <Link className="link" href={`/clouds/${cloudId}/projects/${row.projectId}`}>
      {name}
    </Link>
  );
}

const hidden = (inner: ReactNode): ReactNode => <span className="sr-only">{inner}</span>;

function RecordLink({ row }: { row: ListRowView }): ReactNode {
  if (row.operationHref === null) return "";
  return (
    <Link className="link text-13" href={row.operationHref}>
      {row.outcome === "UNKNOWN" || row.outcome === "DONE_ID_LOST"
        ? rich("Settle it<hidden> of {name}</hidden>", { name: row.name, hidden })
        : rich("Record<hidden> of {name}</hidden>", { name: row.name, hidden })}
    </Link>
  );
}
