import type { Metadata } from "next";
import type { ReactNode } from "react";
import { refusalWords } from "#app/(auth)/sign-in/_components/provider-words.ts";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { PasswordForm } from "#app/_ui/account/password-form.tsx";
import { SecondFactorCard } from "#app/_ui/account/second-factor-card.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { getOwnAccount } from "#lib/features/staff/own-account.ts";
import { findProvider } from "#lib/features/staff/provider-settings.ts";
import { ROLE_WORDS } from "#lib/features/staff/schema.ts";
import { ConnectForm } from "./_components/connect-form.tsx";
import { SessionsTable } from "./_components/sessions-table.tsx";
import {
  beginSecondFactorAction,
  changePasswordAction,
  confirmSecondFactorAction,
  removeSecondFactorAction,
  renewCodesAction,
} from "./actions.ts";

export const generateMetadata = (): Metadata => ({ title: t("Sign-in and security") });

/** One's own account: sessions, the second factor, the password. */
export default async function SecurityPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/settings/security");
  const account = await getOwnAccount(actor);
  const provider = findProvider();
  const refusal = provider === null ? null : refusalWords((await searchParams).refused, provider.label);
  return (
    <Page
      title={t("Sign-in and security")}
      facts={[actor.email, t(ROLE_WORDS[actor.role].label), t("sessions end after 30 minutes without use")]}
    >
      <div className="grid max-w-[880px] gap-6">
        {refusal !== null && (
          <Note tone="bad" live title={t("Your account was not connected.")}>
            {refusal}
          </Note>
        )}
        <Section title={t("Sessions")}>
          <SessionsTable sessions={account.sessions} />
        </Section>
        {account.isAtProvider ? (
          <Card title={t("Sign-in")}>
            <p className="text-13">
              {t("You sign in with {label}. Password and second factor are kept and changed there.", {
                label: provider?.label ?? t("an identity provider"),
              })}
            </p>
          </Card>
        ) : (
          <>
            <Card title={t("Second factor")}>
              <SecondFactorCard
                actions={{
                  begin: beginSecondFactorAction,
                  confirm: confirmSecondFactorAction,
                  renewCodes: renewCodesAction,
                  remove: removeSecondFactorAction,
                }}
                here="/settings/security"
                isStaff
                since={account.secondFactorSince}
                required={account.secondFactorRequired}
                codesLeft={account.recoveryCodesLeft}
              />
            </Card>
            <Card title={t("Password")}>
              <PasswordForm
                action={changePasswordAction}
                email={actor.email}
                consequence={t("Every session ends, this one too.")}
              >
                <Checkbox
                  name="endTokens"
                  label={t("End my access tokens as well")}
                  hint={t("Choose this if somebody else may know the old password.")}
                />
              </PasswordForm>
            </Card>
            {provider !== null && (
              <Card title={t("Sign-in with {label}", { label: provider.label })}>
                <ConnectForm
                  label={provider.label}
                  email={actor.email}
                  hasSecondFactor={account.secondFactorSince !== null}
                />
              </Card>
            )}
          </>
        )}
      </div>
    </Page>
  );
}
