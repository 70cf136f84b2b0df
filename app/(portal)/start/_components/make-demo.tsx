"use client";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { makeDemoAction } from "../actions.ts";

/** Makes the demo Cloud; where one of its operations did not come to its end, that is said with the way to it. */
export function MakeDemo({ formKey, isPrimary }: { formKey: string; isPrimary: boolean }): ReactNode {
  return (
    <ActionButton
      action={makeDemoAction}
      fields={{ key: formKey }}
      variant={isPrimary ? "primary" : "default"}
      pendingText={t("Making the demo Cloud")}
      refusal={t("The demo Cloud is not whole.")}
      done={({ stoppedAt }) =>
        stoppedAt !== null && (
          <Note
            tone="warn"
            live
            title={t("It stopped on the way.")}
            action={
              <LinkButton size="sm" href={`/operations/${stoppedAt.id}`}>
                {t("Look at the operation")}
              </LinkButton>
            }
          >
            {toldOf(stoppedAt, "cause")}{" "}
            {t("What was made before stands; once this is settled, the same button goes on.")}
          </Note>
        )
      }
    >
      {t("Make a demo Cloud")}
    </ActionButton>
  );
}
