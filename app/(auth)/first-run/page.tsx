import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { PageProps } from "#app/_server/page.ts";
import { DeadLink } from "#app/_ui/account/dead-link.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { findSetupLinkState } from "#lib/features/staff/first-run.ts";
import { FirstAccountForm } from "./_components/first-account-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("First account") });

export default async function FirstRunPage({ searchParams }: PageProps): Promise<ReactNode> {
  const { setup } = await searchParams;
  const state = typeof setup === "string" ? await findSetupLinkState(getDb(), setup) : "dead";
  return (
    <AuthFrame
      title={t("Create the first account")}
      lead={t("This account will be an administrator: it manages connections, staff and everything else.")}
    >
      {state === "good" && typeof setup === "string" && <FirstAccountForm token={setup} />}
      {state === "old" && (
        <Note tone="warn" title={t("This link no longer works.")}>
          {t("The link was printed more than an hour ago. Restart Portico to print a new one.")}
        </Note>
      )}
      {state === "dead" && (
        <DeadLink>
          {t(
            "The link was used, or a later start printed a newer one. Look for the latest link where Portico was started, or sign in with the existing account.",
          )}
        </DeadLink>
      )}
    </AuthFrame>
  );
}
