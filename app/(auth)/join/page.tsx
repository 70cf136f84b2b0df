import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readMailedLink } from "#app/_server/mailed-link.ts";
import { DeadLink } from "#app/_ui/account/dead-link.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { t } from "#lib/core/texts.ts";
import { findStaffInvitation } from "#lib/features/staff/invitations.ts";
import { ROLE_WORDS } from "#lib/features/staff/schema.ts";
import { JoinForm } from "./_components/join-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Set up your account") });

/** The page of a staff invitation's link: name and password create the account. */
export default async function JoinPage(): Promise<ReactNode> {
  const invitation = await findStaffInvitation(await readMailedLink("join"));
  if (invitation === null) {
    return (
      <AuthFrame title={t("Set up your account")}>
        <DeadLink>
          {t(
            "The link was used, replaced by a newer email, withdrawn, or is older than seven days. Ask the person who invited you for another email.",
          )}
        </DeadLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t("Set up your account")}
      lead={t(
        "{name} invites you as {role, select, VIEWER {viewer} OPERATOR {operator} other {administrator}}. {hint}",
        {
          name: invitation.invitedByName,
          role: invitation.role,
          hint: t(ROLE_WORDS[invitation.role].hint),
        },
      )}
      foot={t("Portico creates the account when you press the button, not before.")}
    >
      <JoinForm email={invitation.email} />
    </AuthFrame>
  );
}
