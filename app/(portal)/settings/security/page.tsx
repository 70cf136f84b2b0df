import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { PASSWORD_CHARS_MIN } from "#lib/core/password.ts";
import { getOwnAccount } from "#lib/features/staff/own-account.ts";
import { ROLE_WORDS } from "#lib/features/staff/schema.ts";
import { PortalFrame } from "../../_components/portal-frame.tsx";
import { PasswordForm } from "./_components/password-form.tsx";
import { SecondFactorCard } from "./_components/second-factor-card.tsx";
import { SessionsTable } from "./_components/sessions-table.tsx";

export const metadata: Metadata = { title: "Sign-in and security" };

/** One's own account: where one is signed in, the second factor, the password. */
export default async function SecurityPage(): Promise<ReactNode> {
  const actor = await requirePage("/settings/security");
  const account = await getOwnAccount(actor);
  return (
    <PortalFrame crumbs={[{ label: "Sign-in and security" }]}>
      <Page>
        <PageHead
          title="Sign-in and security"
          facts={[actor.email, ROLE_WORDS[actor.role].label, "sessions end after 30 minutes without use"]}
        />
        <div className="grid max-w-[880px] gap-6">
          <Section title="Sessions">
            <SessionsTable
              sessions={account.sessions.map((session) => ({
                ...session,
                createdAt: session.createdAt.toISOString(),
                lastSeenAt: session.lastSeenAt.toISOString(),
              }))}
            />
          </Section>
          <Card title="Second factor">
            <SecondFactorCard
              since={account.secondFactorSince?.toISOString() ?? null}
              required={account.secondFactorRequired}
              codesLeft={account.recoveryCodesLeft}
            />
          </Card>
          <Card title="Password">
            <PasswordForm email={actor.email} charsMin={PASSWORD_CHARS_MIN} />
          </Card>
        </div>
      </Page>
    </PortalFrame>
  );
}
