import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import type { PageProps } from "#app/_server/page.ts";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { safeNext } from "#lib/auth/callback-address.ts";
import { findSignedIn } from "#lib/auth/session.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { isFirstRun } from "#lib/features/staff/first-run.ts";
import { findProvider } from "#lib/features/staff/provider-settings.ts";
import { ProviderSignIn } from "./_components/provider-sign-in.tsx";
import { SignInForm } from "./_components/sign-in-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Sign in") });

export default async function SignInPage({ searchParams }: PageProps): Promise<ReactNode> {
  const query = await searchParams;
  const next = safeNext(query.next);
  if ((await findSignedIn()) !== null) redirect(next);
  const firstRun = await isFirstRun(getDb());
  const provider = findProvider();
  return (
    <AuthFrame
      title={t("Sign in")}
      lead={t("For staff of this installation. You get an account by invitation.")}
      foot={t("Sessions end after 30 minutes without use. Each sign-in is written to the audit record.")}
    >
      {firstRun && (
        <Note title={t("No account exists yet.")}>
          {t("Portico printed a one-time link where it was started; open it to create the first account.")}
        </Note>
      )}
      {query.created === "1" && !firstRun && (
        <Note tone="ok" title={t("Your account is ready.")}>
          {t("Sign in with your new account.")}
        </Note>
      )}
      {query.password === "new" && (
        <Note tone="ok" title={t("The new password is set.")}>
          {t("All sessions of the account have ended. Sign in with the new password.")}
        </Note>
      )}
      {provider !== null && (
        <ProviderSignIn
          label={provider.label}
          next={next}
          refused={query.refused}
          left={query.left === "1"}
        />
      )}
      <SignInForm next={next} />
    </AuthFrame>
  );
}
