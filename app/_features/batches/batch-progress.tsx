import type { ReactNode } from "react";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";

/** The progress of a list or plan that is carried out step by step, and why it is paused, if it is. */
export function BatchProgress({
  batch,
  label,
  words,
  facts,
  tone,
  children,
}: {
  batch: {
    state: string;
    stateSince: Date;
    pauseReason: string | null;
    waitUntil: Date | null;
    ended: number;
    included: number;
  };
  label: string;
  words: string;
  /** Beside the words: how many rows ended in which way. */
  facts?: ReactNode;
  tone?: "accent" | "bad";
  /** What else delays it. */
  children: ReactNode;
}): ReactNode {
  return (
    <div className="grid gap-3" aria-live="polite">
      {batch.state === "PAUSED" && (
        <Note
          tone="warn"
          title={rich("Paused {when}.", { when: <RelativeTime at={batch.stateSince.toISOString()} /> })}
        >
          {batch.pauseReason} {t("Sent items stay sent. Resuming sends only the rest.")}
        </Note>
      )}
      {batch.state === "RUNNING" && batch.waitUntil !== null && (
        <Note title={t("The service asked Portico to wait.")}>
          {rich("Continues automatically {when}. Nothing was refused.", {
            when: <RelativeTime at={batch.waitUntil} />,
          })}
        </Note>
      )}
      {children}
      <div className="grid gap-1.5">
        <Progress label={label} value={batch.ended} max={batch.included} words={words} tone={tone} />
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-fg-2 [&_.lucide]:size-3.5">
          <b className="font-medium text-fg">{words}</b>
          {facts}
        </p>
      </div>
    </div>
  );
}
