import type { ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { CheckView } from "#lib/features/connections/schema.ts";
import { CheckCard } from "./check-card.tsx";
import { checkState } from "./check-words.ts";

/** The ladder of values that are only typed yet, and the way to keep them although it broke. */
export function TypedCheck({
  check,
  pending,
  keepText,
}: {
  check: CheckView;
  pending: boolean;
  /** "Add it all the same" */
  keepText: string;
}): ReactNode {
  const { words } = checkState(check);
  const hasStopped = check.stoppedAt !== null;
  return (
    <div className="grid gap-3">
      <Note
        tone={hasStopped ? "bad" : "ok"}
        live
        title={
          hasStopped
            ? t("{words}. Nothing was kept.", { words })
            : t("Every rung holds. Nothing was kept yet.")
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
                  pendingText={t("Keeping")}
                >
                  {keepText}
                </Button>
              ),
            }
          : {})}
      >
        {hasStopped
          ? t(
              "Correct what the ladder names and check again. You can keep it as it is, if the service is not reachable yet.",
            )
          : t("These values work.")}
      </Note>
      <CheckCard title={t("Check of what is typed")} check={check} />
    </div>
  );
}
