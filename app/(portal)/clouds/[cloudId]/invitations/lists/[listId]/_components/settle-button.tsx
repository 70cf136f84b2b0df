"use client";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { settleListedAction } from "../../actions.ts";

/** Confirms uncertain invitations that are on the service's list. */
export function SettleButton({ listId, count }: { listId: string; count: number }): ReactNode {
  return (
    <ActionButton
      action={settleListedAction}
      isSlow
      fields={{ listId }}
      refusal={t("Nothing was settled.")}
      pendingText={t("Reading the list")}
      done={({ confirmed, left }) => (
        <Note
          tone={left === 0 ? "ok" : "unknown"}
          live
          title={t("{confirmed} confirmed by the list.", { confirmed })}
        >
          {left > 0 &&
            t(
              "{left, plural, one {# is} other {# are}} not on the list. This proves nothing: a declined invitation looks the same. Settle each invitation in its row.",
              { left },
            )}
        </Note>
      )}
    >
      <Search aria-hidden />
      {t(
        "Check {count, plural, one {# uncertain invitation} other {# uncertain invitations}} against the service’s list",
        {
          count,
        },
      )}
    </ActionButton>
  );
}
