import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import type { PageProps } from "#app/_server/page.ts";
import { findOpenedLink, findPlatformUser, readLinkToken } from "#app/_server/platform-session.ts";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { FreshLinkForm, SignUpForm } from "../_components/account-forms.tsx";
import { PlatformSignInForm } from "../_components/sign-in-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Sign in") });

/** Where an invited person signs in: with a new account for the proven address, or the existing one. */
export default async function PlatformSignInPage({ searchParams }: PageProps): Promise<ReactNode> {
  const query = await searchParams;
  const cloud = typeof query.cloud === "string" && /^[1-9]\d{0,9}$/.test(query.cloud) ? query.cloud : "";
  const [user, link, token] = await Promise.all([findPlatformUser(), findOpenedLink(), readLinkToken()]);
  if (user !== null) redirect(cloud === "" ? "/platform" : `/platform/cloud/${cloud}`);
  if (link !== null && !link.hasAccount) {
    return (
      <AuthFrame
        title={t("Join {name}", { name: link.name })}
        lead={t("{inviterName} invited you. Create your account, then accept or decline.", {
          inviterName: link.inviterName,
        })}
        foot={t("Creating the account does not accept the invitation.")}
      >
        <SignUpForm address={link.address} cloud={cloud} />
      </AuthFrame>
    );
  }
  const isStale = link === null && token !== "";
  return (
    <AuthFrame
      title={t("Sign in")}
      lead={
        link === null
          ? t("For people who were invited into a Cloud.")
          : t("To answer the invitation to {name}.", { name: link.name })
      }
    >
      {isStale && (
        <Note tone="warn" title={t("The link is no longer valid.")}>
          {t(
            "The invitation was answered or withdrawn, a newer email replaced the link, or it is older than 7 days. Sign in, or request a new link.",
          )}
        </Note>
      )}
      {query.password === "new" && (
        <Note tone="ok" title={t("The new password is set.")}>
          {t("All sessions of the account have ended. Sign in with the new password.")}
        </Note>
      )}
      <PlatformSignInForm address={link?.address ?? ""} cloud={cloud} />
      {link === null && <FreshLinkForm cloud={cloud} />}
    </AuthFrame>
  );
}
