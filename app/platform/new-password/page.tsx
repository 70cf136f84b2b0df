import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readMailedLink } from "#app/_server/mailed-link.ts";
import { DeadPasswordLink } from "#app/_ui/account/dead-link.tsx";
import { NewPasswordForm } from "#app/_ui/account/new-password-form.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { findPasswordReset } from "#lib/service/server/platform/passwords.ts";
import { platformNewPasswordAction } from "../actions.ts";

export const generateMetadata = (): Metadata => ({ title: t("Set a new password") });

/** The page of an invited person's link for a new password. */
export default async function PlatformNewPasswordPage(): Promise<ReactNode> {
  const reset = await findPasswordReset(getDb(), await readMailedLink("platform/new-password"));
  return (
    <AuthFrame
      title={t("Set a new password")}
      lead={t("Setting a new password ends every session of the account.")}
    >
      {reset === null ? (
        <DeadPasswordLink forgottenHref="/platform/forgotten" />
      ) : (
        <NewPasswordForm action={platformNewPasswordAction} email={reset.email} />
      )}
    </AuthFrame>
  );
}
