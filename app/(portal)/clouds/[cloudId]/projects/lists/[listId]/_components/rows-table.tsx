import type { ReactNode } from "react";
import { TickedRow } from "#app/_features/batches/fix-list-rows.tsx";
import { OperationLink } from "#app/_features/batches/operation-link.tsx";
import { OUTCOME_TONES } from "#app/_features/batches/outcome-tones.ts";
import { rehearsalColumns } from "#app/_features/batches/rehearsal-note.tsx";
import { ChooseButton } from "#app/_features/batches/choose-button.tsx";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Link } from "#app/_ui/primitives/link.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import type { ListRowView } from "#lib/features/projects/lists/queries.ts";
import { OUTCOME_WORDS, VERDICT_WORDS } from "#lib/features/projects/lists/schema.ts";
import { chooseRowAction } from "../../actions.ts";
import { EditRowButton } from "./edit-row.tsx";
import { VERDICT_TONES } from "./words.ts";

/** The rows of a list: with verdicts while it is a draft, with outcomes afterwards. */
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
          cell: (row) =>
            isDraft && mayAct ? (
              <TickedRow id={row.id} name={nameOf(row)} hint={placeWords(row)} />
            ) : (
              <>
                <ProjectLink cloudId={cloudId} row={row} />
                <small>{marked(placeWords(row))}</small>
              </>
            ),
        },
        {
          head: isDraft ? t("Check result") : t("State"),
          small: "line",
          cell: (row) => {
            const words = t(isDraft ? VERDICT_WORDS[row.verdict] : OUTCOME_WORDS[row.outcome]);
            const tone = isDraft ? VERDICT_TONES[row.verdict] : OUTCOME_TONES[row.outcome];
            const detail = row.detail === null || row.detail === "" ? undefined : row.detail;
            return (
              <State tone={tone} detail={detail}>
                {words}
              </State>
            );
          },
        },
        ...rehearsalColumns<ListRowView>(isRehearsed),
        {
          head: isDraft ? t("Fix") : t("Operation"),
          actionsOf: ({ name }) => name,
          small: "line",
          cell: (row) => {
            if (!isDraft) return <OperationLink row={row} name={row.name} />;
            return mayAct ? <Remedies row={row} /> : "";
          },
        },
      ]}
    />
  );
}

/** The parent first, because people know rows by it; then the line in the file. */
function placeWords({ line, place }: ListRowView): string {
  const inFile = t("line {line}", { line });
  return place === null ? inFile : dotted(place, inFile);
}

const nameOf = ({ name }: ListRowView): string => (name === "" ? t("(no name)") : name);

function Remedies({ row }: { row: ListRowView }): ReactNode {
  const name = nameOf(row);
  return (
    <span className="inline-flex flex-wrap gap-1.5 sm:flex-nowrap sm:justify-end">
      {row.typed !== null && (
        <EditRowButton rowId={row.id} name={name} line={row.line} typed={row.typed} key={editKey(row)} />
      )}
      {row.canChoose && (
        <ChooseButton
          action={chooseRowAction}
          of={{ rowId: row.id }}
          name={name}
          isIncluded={row.isIncluded}
          take={row.verdict === "GOOD" ? t("Include") : t("Create anyway")}
          {...(row.verdict === "EXISTS" && { leave: t("Use the existing project") })}
        />
      )}
    </span>
  );
}

/** A new key when the row has changed, so that old input is not shown as its content. */
const editKey = ({ typed }: ListRowView): string => JSON.stringify(typed);

function ProjectLink({ cloudId, row }: { cloudId: string; row: ListRowView }): ReactNode {
  const name = nameOf(row);
  if (row.projectId === null) return <span className="[overflow-wrap:anywhere]">{wrapped(name)}</span>;
  return (
    <Link className="link" href={`/clouds/${cloudId}/projects/${row.projectId}`}>
      {name}
    </Link>
  );
}
