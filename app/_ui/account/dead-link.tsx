import type { ReactNode } from "react";
import { LinkButton } from "../primitives/button.tsx";
import { Note } from "../primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/** Replaces the form for a new password when the link is not valid (any more). */
export function DeadPasswordLink({ forgottenHref }: { forgottenHref: string }): ReactNode {
  return (
    <Note
      tone="warn"
      title={t("This link no longer works.")}
      action={
        <LinkButton size="sm" href={forgottenHref}>
          {t("Ask for another link")}
        </LinkButton>
      }
    >
      {t("The link was used, replaced by a newer email, or is too old. Your password is unchanged.")}
    </Note>
  );
}
