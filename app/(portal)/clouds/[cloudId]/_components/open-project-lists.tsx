import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { State } from "#app/_ui/primitives/state.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { ListView } from "#lib/features/projects/lists/queries.ts";

const STATES = {
  DRAFT: { tone: "idle", words: msg("Not sent") },
  RUNNING: { tone: "progress", words: msg("Creating") },
  PAUSED: { tone: "warn", words: msg("Paused") },
  ENDED: { tone: "ok", words: msg("Done") },
} as const;

/** Lists of projects that have not ended; nothing when there are none. */
export function OpenProjectLists({ lists }: { lists: readonly ListView[] }): ReactNode {
  if (lists.length === 0) return null;
  return (
    <section
      aria-label={t("Lists of projects in progress")}
      className="rounded-2 border border-line-strong bg-surface"
    >
      <ul className="divide-y divide-line">
        {lists.map((list) => (
          <li key={list.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-13">
            <State tone={STATES[list.state].tone}>{t(STATES[list.state].words)}</State>
            <Link className="link" href={`/clouds/${list.cloudId}/projects/lists/${list.id}`}>
              {list.state === "DRAFT"
                ? t("List of {total} projects", { total: formatCount(list.total) })
                : t("{ended} of {included} projects", {
                    ended: formatCount(list.ended),
                    included: formatCount(list.included),
                  })}
            </Link>
            <span className="text-fg-3">{t("by {actorName}", { actorName: list.actorName })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
