"use client";
import type { ReactNode } from "react";
import { ActMenu } from "#app/_ui/forms/act-menu.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { removePersonFactorAction, sendPersonLinkAction } from "../actions.ts";

/** Restores access for a person who is locked out; each action asks for confirmation. */
export function PersonActions({
  person: { id, name, email, hasSecondFactor },
}: {
  person: { id: number; name: string; email: string; hasSecondFactor: boolean };
}): ReactNode {
  return (
    <ActMenu
      label={t("Actions for {name}", { name })}
      footless
      acts={[
        {
          label: t("Send a password link"),
          action: sendPersonLinkAction,
          fields: { id },
          title: t("Send {name} a password link", { name }),
          description: t(
            "Portico emails {email} a link to set a new password. The link works once, within 24 hours. The current password works until then.",
            { email },
          ),
          refusal: t("No email was sent."),
          button: t("Send link"),
          pendingText: t("Sending"),
          done: () => (
            <Note tone="ok" live title={t("The email is being sent.")}>
              {t("Earlier links no longer work.")}
            </Note>
          ),
        },
        hasSecondFactor && {
          label: t("Remove second factor"),
          action: removePersonFactorAction,
          fields: { id },
          title: t("Remove the second factor of {name}", { name }),
          description: t(
            "For somebody who lost the phone and the recovery codes. After that, the password alone opens the account. Make sure that this person really asked you.",
          ),
          refusal: t("The second factor is still on."),
          pendingText: t("Removing"),
        },
      ]}
    />
  );
}
