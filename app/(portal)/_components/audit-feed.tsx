import { History } from "lucide-react";
import type { ReactNode } from "react";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { t } from "#lib/core/texts.ts";
import type { AuditRow } from "#lib/features/audit/schema.ts";
import { actOf, OUTCOME_WORDS } from "./audit-words.ts";

/** What happened, newest first: who, what, and how it ended where that was not as meant. */
export function AuditFeed({ rows }: { rows: readonly AuditRow[] }): ReactNode {
  // The intent is followed by its outcome; only the outcome is news.
  const shown = rows.filter((row) => row.outcome !== "INTENDED");
  if (shown.length === 0) {
    return (
      <Blank icon={<History aria-hidden />} title={t("Nothing happened yet")}>
        {t("Everything that is created, sent, uploaded or exported appears here.")}
      </Blank>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {shown.map((row) => (
        <li key={row.seq} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-13">
          <span className="w-24 shrink-0 text-fg-3">
            <RelativeTime at={row.at.toISOString()} />
          </span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <b className="font-medium">{row.actorName}</b> {actOf(row)}
            {OUTCOME_WORDS[row.outcome] !== "" && (
              <span className="text-fg-2"> — {t(OUTCOME_WORDS[row.outcome])}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
