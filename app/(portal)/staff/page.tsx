import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import { listSecondFactorRoles, listStaff, listStaffInvitations } from "#lib/features/staff/queries.ts";
import { KeepFresh } from "../_components/keep-fresh.tsx";
import { StaffInvitationsTable } from "./_components/invitations-table.tsx";
import { InviteDialog } from "./_components/invite-dialog.tsx";
import { SecondFactorRules } from "./_components/second-factor-rules.tsx";
import { StaffTable } from "./_components/staff-table.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Staff") });

/** Who may use this portal, with which role, and who is invited. */
export default async function StaffPage(): Promise<ReactNode> {
  const actor = await requirePage("/staff", "staff:manage");
  const [people, invitations, rules] = await Promise.all([
    listStaff(actor),
    listStaffInvitations(actor),
    listSecondFactorRoles(actor),
  ]);
  const live = people.filter(({ disabledAt }) => disabledAt === null).length;
  return (
    <Page
      title={t("Staff")}
      facts={[
        t("{count, plural, one {# account} other {# accounts}}", { count: live }),
        t("people join by invitation"),
      ]}
      actions={<InviteDialog />}
    >
      <div className="grid gap-6">
        <StaffTable people={people} />
        {invitations.some(({ mail }) => mail.state === "waiting") && <KeepFresh />}
        {invitations.length > 0 && (
          <Section title={t("Pending invitations")}>
            <StaffInvitationsTable rows={invitations} />
          </Section>
        )}
        <div className="max-w-[560px]">
          <SecondFactorRules required={rules} />
        </div>
      </div>
    </Page>
  );
}
