import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { AuditAct } from "#lib/features/audit/acts.ts";
import type { AuditRow } from "#lib/features/audit/queries.ts";
import { actOf, actorOf } from "../../_components/audit-words.ts";
import { Changes } from "./changes.tsx";

/** Translated with `t`. */
export const OUTCOMES: Record<AuditRow["outcome"], { tone: Tone; words: string }> = {
  INTENDED: { tone: "idle", words: msg("Recorded") },
  DONE: { tone: "ok", words: msg("Done") },
  REFUSED: { tone: "warn", words: msg("Refused") },
  UNKNOWN: { tone: "unknown", words: msg("Uncertain") },
  FAILED: { tone: "bad", words: msg("Failed") },
};

/** The audit by acts: one line for each act with its overall outcome; its rows are the steps inside. */
export function AuditTable({ acts }: { acts: readonly AuditAct[] }): ReactNode {
  return (
    <DataTable
      label={t("Audit")}
      rows={acts}
      rowKey={({ row }) => row.seq}
      columns={[
        {
          head: t("What"),
          grow: true,
          cell: (act) => (
            <>
              <What row={act.row} />
              {act.rowCount === 1 ? <Details row={act.row} /> : <Steps act={act} />}
            </>
          ),
        },
        {
          head: t("Outcome"),
          cell: ({ outcome, alike, things }) => (
            <Outcome
              outcome={outcome}
              // What is still under way has no count: how many have ended is no outcome.
              detail={
                alike !== things &&
                outcome !== "INTENDED" &&
                t("{count} of {total}", { count: alike, total: things })
              }
            />
          ),
        },
        { head: t("When"), end: true, cell: ({ at }) => <RelativeTime at={at} /> },
        { head: t("Row"), end: true, small: "hide", cell: ({ row }) => row.seq },
      ]}
    />
  );
}

/** A single row as an act of its own. */
export function toAct(row: AuditRow): AuditAct {
  const { at, seq: reference, outcome } = row;
  return { row, at, reference, outcome, things: 1, alike: 1, rowCount: 1, steps: [row] };
}

function What({ row }: { row: AuditRow }): ReactNode {
  return (
    <>
      <b className="font-medium">{marked(actorOf(row))}</b> {marked(actOf(row))}
    </>
  );
}

function Outcome({ outcome, detail }: { outcome: AuditRow["outcome"]; detail?: ReactNode }): ReactNode {
  return (
    <State tone={OUTCOMES[outcome].tone} detail={detail}>
      {t(OUTCOMES[outcome].words)}
    </State>
  );
}

function Details({ row }: { row: AuditRow }): ReactNode {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-12 text-fg-2">
        {rich("Details<sr> of row {seq}</sr>", {
          seq: row.seq,
        })}
      </summary>
      <div className="mt-1.5">
        <Changes row={row} />
        {row.operationId !== null && (
          <Link className="link text-12" href={`/operations/${row.operationId}`}>
            {t("Open operation")}
          </Link>
        )}
      </div>
    </details>
  );
}

function Steps({ act: { row, reference, rowCount, steps } }: { act: AuditAct }): ReactNode {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-12 text-fg-2">
        {rich("{count} steps<sr> of row {seq}</sr>", {
          count: rowCount,
          seq: row.seq,
        })}
      </summary>
      <ol className="mt-1.5 grid gap-2 border-l border-line pl-3">
        {steps.map((step) => (
          <li key={step.seq} className="text-13">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <What row={step} />
              </span>
              <Outcome outcome={step.outcome} />
              <span className="text-12 text-fg-3">
                <RelativeTime at={step.at} />
              </span>
            </span>
            <Details row={step} />
          </li>
        ))}
      </ol>
      <Link className="link text-12" href={`/audit?reference=${encodeURIComponent(reference)}`}>
        {t("All {count} rows of this action", { count: rowCount })}
      </Link>
    </details>
  );
}
