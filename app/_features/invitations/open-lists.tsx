import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { ListView } from "#lib/features/invitations/lists/queries.ts";

const STATES = {
  DRAFT: { tone: "idle", words: msg("Not sent") },
  RUNNING: { tone: "progress", words: msg("Sending") },
  PAUSED: { tone: "warn", words: msg("Paused") },
  ENDED: { tone: "ok", words: msg("Done") },
} as const;

/** Lists of addresses that have not ended: running, paused, or checked and not sent. */
export function OpenLists({ lists }: { lists: readonly ListView[] }): ReactNode {
  if (lists.length === 0) return null;
  return (
    <section aria-label={t("Lists in progress")} className="rounded-2 border border-line-strong bg-surface">
      <ul className="divide-y divide-line">
        {lists.map((list) => (
          <li key={list.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-13">
            <State tone={STATES[list.state].tone}>{t(STATES[list.state].words)}</State>
            <Link className="link" href={`/clouds/${list.cloudId}/invitations/lists/${list.id}`}>
              {list.state === "DRAFT"
                ? t("List of {total} for {cloudName}", {
                    total: formatCount(list.total),
                    cloudName: list.cloudName,
                  })
                : t("{ended} of {included} into {cloudName}", {
                    ended: formatCount(list.ended),
                    included: formatCount(list.included),
                    cloudName: list.cloudName,
                  })}
            </Link>
            <span className="text-fg-3">
              {rich("by {actorName}, {when}", {
                actorName: list.actorName,
                when: <RelativeTime at={list.stateSince.toISOString()} />,
              })}
            </span>
            {list.state === "PAUSED" && list.pauseReason !== null && (
              <span className="basis-full text-fg-2 [overflow-wrap:anywhere]">{list.pauseReason}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
