import type { ReactNode } from "react";
import { LinkButton } from "../primitives/button.tsx";
import { Note } from "../primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/** Replaces a form whose mailed or printed link is not valid (any more); `children` say why, and what to do. */
export function DeadLink({
  href = "/sign-in",
  action = t("Go to sign-in"),
  children,
}: {
  href?: string;
  /** What the button at `href` does. */
  action?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Note
      tone="warn"
      title={t("This link no longer works.")}
      action={
        <LinkButton size="sm" href={href}>
          {action}
        </LinkButton>
      }
    >
      {children}
    </Note>
  );
}

/** The same for a form that sets a new password. */
export function DeadPasswordLink({ forgottenHref }: { forgottenHref: string }): ReactNode {
  return (
    <DeadLink href={forgottenHref} action={t("Ask for another link")}>
      {t("The link was used, replaced by a newer email, or is too old. Your password is unchanged.")}
    </DeadLink>
  );
}
