import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ForgottenForm } from "#app/_ui/account/forgotten-form.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { t } from "#lib/core/texts.ts";
import { platformForgottenAction } from "../actions.ts";

export const generateMetadata = (): Metadata => ({ title: t("Forgotten password") });

/** Where an invited person requests a link to set a new password. */
export default function PlatformForgottenPage(): ReactNode {
  return (
    <AuthFrame
      title={t("Forgotten password")}
      lead={t("You get an email with a link to set a new password. Your second factor stays the same.")}
      foot={t(
        "No email after a few minutes? Check your spam folder and the address: the account uses the invited address.",
      )}
    >
      <ForgottenForm action={platformForgottenAction} signInHref="/platform/sign-in" />
    </AuthFrame>
  );
}
