"use client";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { CheckView } from "#lib/features/connections/schema.ts";
import { CheckCard } from "./check-card.tsx";
import { checkState } from "./check-words.ts";

/** The check of values that are only typed so far, and a button to save them although it failed. Scrolls each new result into view. */
export function TypedCheck({
  check,
  pending,
  keepText,
}: {
  check: CheckView;
  pending: boolean;
  /** "Add anyway" */
  keepText: string;
}): ReactNode {
  const { words, tone } = checkState(check);
  const hasStopped = check.stoppedAt !== null;
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus stays in the field: the result is announced, and usually something needs a correction.
    shown.current?.scrollIntoView({ block: "nearest" });
  }, [check]);
  return (
    <div ref={shown} className="grid gap-3">
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
        {...(hasStopped
          ? {
              action: (
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
              ),
            }
          : {})}
      >
        {hasStopped
          ? t(
              "Fix what the checks name, then check again. If the service is not reachable yet, you can save anyway.",
            )
          : tone === "warn"
            ? t("You can save these values. Read the warning first.")
            : t("These values work.")}
      </Note>
      <CheckCard title={t("Check of these values")} check={check} />
    </div>
  );
}
