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
      lead={t("A link to set a new one comes by mail. A second factor stays as it is.")}
      foot={t("Without mail, an administrator of this installation can have a link sent to you.")}
    >
      <ForgottenForm action={forgottenAction} signInHref="/sign-in" />
    </AuthFrame>
  );
}
