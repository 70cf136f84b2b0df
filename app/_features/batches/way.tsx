import type { ReactNode } from "react";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";

/** The progress of a list or plan that is carried out step by step, and why it is paused, if it is. */
export function Way({
  run,
  label,
  words,
  children,
}: {
  run: {
    state: string;
    pauseReason: string | null;
    waitUntil: Date | null;
    ended: number;
    included: number;
  };
  label: string;
  words: string;
  /** What else delays it. */
  children: ReactNode;
}): ReactNode {
  return (
    <div className="grid gap-3" aria-live="polite">
      {run.state === "PAUSED" && (
        <Note tone="warn" title={t("Paused.")}>
          {run.pauseReason} {t("Sent items stay sent. Resuming sends only the rest.")}
        </Note>
      )}
      {run.state === "RUNNING" && run.waitUntil !== null && (
        <Note title={t("The service asked Portico to wait.")}>
          {rich("Continues automatically {when}. Nothing was refused.", {
            when: <RelativeTime at={run.waitUntil} />,
          })}
        </Note>
      )}
      {children}
      <div className="grid gap-1.5">
        <Progress label={label} value={run.ended} max={run.included} words={words} />
        <p className="text-13">{words}</p>
      </div>
    </div>
  );
}
