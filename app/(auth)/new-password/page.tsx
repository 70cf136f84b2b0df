import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readStaffLink } from "#app/_server/staff-link.ts";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { PASSWORD_CHARS_MIN } from "#lib/core/password.ts";
import { t } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { findPasswordReset } from "#lib/features/staff/passwords.ts";
import { NewPasswordForm } from "./_components/new-password-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Set a new password") });

/** Where the link for a new password leads. */
export default async function NewPasswordPage(): Promise<ReactNode> {
  const reset = await findPasswordReset(await readStaffLink("new-password"));
  return (
    <AuthFrame
      title={t("Set a new password")}
      lead={t("Every session of the account ends with the old one.")}
      version={PORTICO_VERSION}
    >
      {reset === null ? (
        <Note
          tone="warn"
          title={t("This link does not work any more.")}
          action={
            <LinkButton size="sm" href="/forgotten">
              {t("Ask for another link")}
            </LinkButton>
          }
        >
          {t("It was used, replaced by a newer mail, or is too old. The password is as it was.")}
        </Note>
      ) : (
        <NewPasswordForm email={reset.email} passwordCharsMin={PASSWORD_CHARS_MIN} />
      )}
    </AuthFrame>
  );
}
