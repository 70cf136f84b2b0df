"use client";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { makeDemoAction } from "../actions.ts";

/** Creates the demo Cloud; if one of its operations did not finish, says so with a link to it. */
export function MakeDemo({ formKey, isPrimary }: { formKey: string; isPrimary: boolean }): ReactNode {
  return (
    <ActionButton
      action={makeDemoAction}
      isSlow
      fields={{ key: formKey }}
      variant={isPrimary ? "primary" : "default"}
      pendingText={t("Creating the demo Cloud")}
      refusal={t("The demo Cloud is incomplete.")}
      done={({ stoppedAt }) =>
        stoppedAt !== null && (
          <Note
            tone="warn"
            live
            title={t("Setup stopped before the end.")}
            action={
              <LinkButton size="sm" href={`/operations/${stoppedAt.id}`}>
                {t("View operation")}
              </LinkButton>
            }
          >
            {toldOf(stoppedAt, "cause")}{" "}
            {t("What was created stays. Settle the operation, then press the button again to continue.")}
          </Note>
        )
      }
    >
      {t("Create demo Cloud")}
    </ActionButton>
  );
}
