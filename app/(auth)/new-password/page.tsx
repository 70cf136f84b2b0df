import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readMailedLink } from "#app/_server/mailed-link.ts";
import { DeadPasswordLink } from "#app/_ui/account/dead-link.tsx";
import { NewPasswordForm } from "#app/_ui/account/new-password-form.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { t } from "#lib/core/texts.ts";
import { findPasswordReset } from "#lib/features/staff/passwords.ts";
import { newPasswordAction } from "./actions.ts";

export const generateMetadata = (): Metadata => ({ title: t("Set a new password") });

/** The page of the link for a new password. */
export default async function NewPasswordPage(): Promise<ReactNode> {
  const reset = await findPasswordReset(await readMailedLink("new-password"));
  return (
    <AuthFrame
      title={t("Set a new password")}
      lead={t("Setting a new password ends every session of the account.")}
    >
      {reset === null ? (
        <DeadPasswordLink forgottenHref="/forgotten" />
      ) : (
        <NewPasswordForm action={newPasswordAction} email={reset.email} />
      )}
    </AuthFrame>
  );
}
