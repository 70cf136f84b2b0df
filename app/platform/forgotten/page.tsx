import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ForgottenForm } from "#app/_ui/account/forgotten-form.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { t } from "#lib/core/texts.ts";
import { platformForgottenAction } from "../actions.ts";

export const generateMetadata = (): Metadata => ({ title: t("Forgotten password") });

/** Where an invited person asks for a link to set a new password. */
export default function PlatformForgottenPage(): ReactNode {
  return (
    <AuthFrame
      title={t("Forgotten password")}
      lead={t("You get a mail with a link to set a new password. Your second factor stays the same.")}
      foot={t(
        "No mail after a few minutes? Look into the spam folder, and check the address: the account has the one that was invited.",
      )}
    >
      <ForgottenForm action={platformForgottenAction} signInHref="/platform/sign-in" />
    </AuthFrame>
  );
}
