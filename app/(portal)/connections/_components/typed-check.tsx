"use client";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { CheckView } from "#lib/features/connections/record.ts";
import { CheckCard } from "./check-card.tsx";
import { checkState } from "./check-words.ts";
import { RunningCheck } from "./running-check.tsx";
import type { Climbing } from "./use-climb-form.ts";

type Parts = {
  pending: boolean;
  /** "Add anyway" */
  keepText: string;
};

/** The ladder of values that are only typed yet: while it is climbed, and what it came to. */
export function TypedCheck({
  check,
  climbing,
  ...parts
}: Parts & { check: CheckView | null; climbing: Climbing }): ReactNode {
  if (climbing !== null) return <RunningCheck title={t("Check of these values")} rungs={climbing.rungs} />;
  return check === null ? null : <Outcome check={check} {...parts} />;
}

/** The result, brought into view, and the way to keep the values although a rung broke. */
function Outcome({ check, pending, keepText }: Parts & { check: CheckView }): ReactNode {
  const { words, tone } = checkState(check);
  const hasStopped = check.stoppedAt !== null;
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus stays in the field: the result is announced, and usually something needs a correction.
    shown.current?.scrollIntoView({ block: "nearest" });
  }, [check]);
  return (
    <div className="grid gap-3">
      {/* The sentence, not the whole: a ladder taller than the window counts as in view wherever it stands. */}
      <div ref={shown}>
        <Note
          tone={hasStopped ? "bad" : tone === "warn" ? "warn" : "ok"}
          live
          title={
            hasStopped
              ? t("{words}. Nothing was saved.", { words })
              : tone === "warn"
                ? t("{words}. Not saved yet.", { words })
                : t("All checks passed. Not saved yet.")
          }
          action={
            hasStopped && (
              <Button
                type="submit"
                size="sm"
                name="intent"
                value="saveUnproven"
                pending={pending}
                pendingText={t("Saving")}
              >
                {keepText}
              </Button>
            )
          }
        >
          {hasStopped
            ? t(
                "Fix what the checks name, then check again. If the service is not reachable yet, you can save anyway.",
              )
            : tone === "warn"
              ? t("You can save these values. Read the warning first.")
              : t("These values work.")}
        </Note>
      </div>
      <CheckCard title={t("Check of these values")} check={check} />
    </div>
  );
}
