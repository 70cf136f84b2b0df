import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ForgottenForm } from "#app/_ui/account/forgotten-form.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { t } from "#lib/core/texts.ts";
import { forgottenAction } from "./actions.ts";

export const generateMetadata = (): Metadata => ({ title: t("Forgotten password") });

export default function ForgottenPage(): ReactNode {
  return (
    <AuthFrame
      title={t("Forgotten password")}
      lead={t("You get an email with a link to set a new password. Your second factor stays the same.")}
      foot={t("No email? An administrator of this installation can send you a link.")}
    >
      <ForgottenForm action={forgottenAction} signInHref="/sign-in" />
    </AuthFrame>
  );
}
