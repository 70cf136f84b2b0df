import type { ReactNode } from "react";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";

/** How far a list or a plan is that is carried out step by step, and why it stands still where it does. */
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
  /** What else holds it up. */
  children: ReactNode;
}): ReactNode {
  return (
    <div className="grid gap-3" aria-live="polite">
      {run.state === "PAUSED" && (
        <Note tone="warn" title={t("It is paused.")}>
          {run.pauseReason} {t("What was sent stays sent; letting it go on sends only the others.")}
        </Note>
      )}
      {run.state === "RUNNING" && run.waitUntil !== null && (
        <Note title={t("The service asked to wait.")}>
          {rich("It goes on by itself {when}. Nothing was refused.", {
            when: <RelativeTime at={run.waitUntil.toISOString()} />,
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
