import { History } from "lucide-react";
import type { ReactNode } from "react";
import { marked } from "#app/_ui/marked.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { t } from "#lib/core/texts.ts";
import type { AuditAct } from "#lib/features/audit/acts.ts";
import { actOf, actorOf, OUTCOME_WORDS } from "./audit-words.ts";

/** Recent acts, newest first, one line each: who, what, and the outcome unless it was as intended. */
export function AuditFeed({ acts }: { acts: readonly AuditAct[] }): ReactNode {
  if (acts.length === 0) {
    return (
      <Blank icon={<History aria-hidden />} title={t("Nothing happened yet")}>
        {t("Everything that is created, sent, uploaded or exported appears here.")}
      </Blank>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {acts.map(({ row, at, reference, outcome, things, alike }) => (
        <li key={reference} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-13">
          {/* On a phone above the words, so that an email address has room on one line. */}
          <span className="w-full shrink-0 text-fg-3 sm:w-24">
            <RelativeTime at={at} />
          </span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <b className="font-medium">{marked(actorOf(row))}</b> {marked(actOf(row))}
            {OUTCOME_WORDS[outcome] !== "" && (
              <span className="text-fg-2">
                {" — "}
                {t(OUTCOME_WORDS[outcome])}
                {outcome !== "INTENDED" &&
                  alike < things &&
                  ` (${t("{count} of {total}", { count: alike, total: things })})`}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
