import type { ReactNode } from "react";
import { msg, t } from "#lib/core/texts.ts";
import { LinkButton } from "../primitives/button.tsx";
import { RelativeTime } from "../primitives/relative-time.tsx";
import { ToneIcon, type Tone } from "../primitives/tone.tsx";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";

export type Attention = {
  id: string;
  tone: Exclude<Tone, "ok" | "progress" | "idle">;
  title: string;
  detail: string;
  /** ISO 8601 */
  since: string;
  href: string;
  verb: string;
};

const WORDS = { unknown: msg("Unknown"), bad: msg("Failed"), warn: msg("Waiting") } as const;
const LOOKS = { unknown: "text-unknown", bad: "text-bad", warn: "text-warn" } as const;

/** What needs attention, one per row: the state, what and why, since when, and the next step. */
export function AttentionList({ label, items }: { label: string; items: readonly Attention[] }): ReactNode {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-2 border border-line-strong bg-surface">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-4 px-4 py-2.5">
          <span className={`self-start pt-0.5 [&>.lucide]:size-3.5 ${LOOKS[item.tone]}`}>
            <ToneIcon tone={item.tone} />
            <span className="sr-only">{t(WORDS[item.tone])}: </span>
          </span>
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <b className="font-medium">{wrapped(item.title)}</b>
            <p className="text-13 text-fg-2">{wrapped(item.detail)}</p>
            <span className="text-12 text-fg-3 sm:hidden">
              <RelativeTime at={item.since} style="bare" />
            </span>
          </div>
          <span className="shrink-0 text-13 text-fg-3 max-sm:hidden">
            <RelativeTime at={item.since} style="bare" />
          </span>
          <LinkButton href={item.href} size="sm" aria-label={marked(`${item.verb}: ${item.title}`)}>
            {item.verb}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
