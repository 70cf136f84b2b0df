import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { ForgottenForm } from "./_components/forgotten-form.tsx";

export const metadata: Metadata = { title: "Forgotten password" };

export default function ForgottenPage(): ReactNode {
  return (
    <AuthFrame
      title="Forgotten password"
      lead="A link to set a new one comes by mail. A second factor stays as it is."
      foot="Without mail, an administrator of this installation can have a link sent to you."
      version={PORTICO_VERSION}
    >
      <ForgottenForm />
    </AuthFrame>
  );
}
