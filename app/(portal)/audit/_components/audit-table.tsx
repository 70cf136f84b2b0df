import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { AuditRow } from "#lib/features/audit/schema.ts";
import { actOf } from "../../_components/audit-words.ts";
import { Changes } from "./changes.tsx";

const OUTCOMES: Record<AuditRow["outcome"], { tone: Tone; words: string }> = {
  INTENDED: { tone: "idle", words: msg("Recorded") },
  DONE: { tone: "ok", words: msg("Done") },
  REFUSED: { tone: "warn", words: msg("Refused") },
  UNKNOWN: { tone: "unknown", words: msg("Not certain") },
  FAILED: { tone: "bad", words: msg("Failed") },
};

/** Rows of the audit: who did what, when, how it ended, and under each what was before and after. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }): ReactNode {
  return (
    <DataTable
      label={t("Audit")}
      rows={rows}
      rowKey={(row) => row.seq}
      columns={[
        {
          head: t("What"),
          grow: true,
          cell: (row) => (
            <>
              <b className="font-medium">{row.actorName}</b> {actOf(row)}
              <details className="mt-1">
                <summary className="cursor-pointer text-12 text-fg-2">
                  {rich("Details<hidden> of row {seq}</hidden>", {
                    hidden: (inner) => <span className="sr-only">{inner}</span>,
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
            </>
          ),
        },
        {
          head: t("Outcome"),
          cell: (row) => <State tone={OUTCOMES[row.outcome].tone}>{t(OUTCOMES[row.outcome].words)}</State>,
        },
        { head: t("When"), end: true, cell: (row) => <RelativeTime at={row.at.toISOString()} /> },
        { head: t("Row"), end: true, small: "hide", cell: (row) => row.seq },
      ]}
    />
  );
}
