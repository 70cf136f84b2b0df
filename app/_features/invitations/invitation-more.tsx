"use client";
import { Eraser, MailX, UserCheck, UserRound, UserRoundCog, UserRoundSearch } from "lucide-react";
import type { ReactNode } from "react";
import { ActMenu } from "#app/_ui/forms/act-menu.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Textarea } from "#app/_ui/primitives/input.tsx";
import { msg, t } from "#lib/core/texts.ts";
import {
  cancelInvitationAction,
  changeInvitationRoleAction,
  confirmInvitationAction,
  eraseInvitationAction,
} from "./actions.ts";
import type { InvitationAct } from "./invitation-row.ts";

/** Of an invitation into a project, by its number at the service. */
const ROLES = [
  { role: 100, label: msg("Make administrator"), icon: <UserRoundCog aria-hidden /> },
  { role: 50, label: msg("Make user"), icon: <UserRound aria-hidden /> },
  { role: 25, label: msg("Make guest"), icon: <UserRoundSearch aria-hidden /> },
] as const;

/** Rare actions on an invitation, behind one button in its row. */
export function InvitationMore({
  invitationId,
  email,
  isOfProject = false,
  role,
  acts,
}: {
  invitationId: string;
  email: string;
  isOfProject?: boolean;
  /** Of an invitation that waits, where the page shows roles; `isChangeable` false: the service cannot change it. */
  role?: { now: number | null; isChangeable: boolean } | undefined;
  acts: readonly InvitationAct[];
}): ReactNode {
  const fields = { invitationId };
  return (
    <ActMenu
      label={t("More for {email}", { email })}
      isSlow
      acts={[
        ...ROLES.map(
          ({ role: to, label, icon }) =>
            role?.isChangeable === true &&
            role.now !== to && {
              icon,
              label: t(label),
              action: changeInvitationRoleAction,
              fields: { invitationId, role: to },
              title: t("Change the role of {email}", { email }),
              description: t(
                "The invitation stays valid, and no email is sent. Whoever accepts the invitation gets the new role.",
              ),
              refusal: t("The role was not changed."),
              pendingText: t("Changing"),
            },
        ),
        role?.isChangeable === false &&
          t("This service cannot change an invitation’s role. Withdraw the invitation and send another."),
        acts.includes("confirm") && {
          icon: <UserCheck aria-hidden />,
          label: t("Confirm by hand"),
          action: confirmInvitationAction,
          fields,
          title: t("Confirm that {email} has joined", { email }),
          description: t(
            "Use this when you know that the person joined and the service does not say so. If the service’s lists later say otherwise, the lists win.",
          ),
          refusal: t("Nothing was confirmed."),
          button: t("Confirm joined"),
          pendingText: t("Confirming"),
          shown: ["note"],
          children: (
            <Field name="note" label={t("How you know")} required>
              <Textarea rows={2} />
            </Field>
          ),
        },
        acts.includes("withdraw") && {
          icon: <MailX aria-hidden />,
          label: t("Withdraw invitation"),
          action: cancelInvitationAction,
          fields,
          title: t("Withdraw the invitation to {email}", { email }),
          description: t(
            "The link in the email stops working. The email itself cannot be unsent. You can invite the person again at any time.",
          ),
          refusal: t("The invitation was not withdrawn."),
          pendingText: t("Withdrawing"),
          cancel: t("Keep invitation"),
        },
        acts.includes("erase") && {
          icon: <Eraser aria-hidden />,
          danger: true,
          label: t("Erase the address"),
          action: eraseInvitationAction,
          fields,
          title: t("Erase {email}", { email }),
          description: isOfProject
            ? t(
                "Erased: the address in this project’s invitations and operations, in removals, and in the built-in mailbox. Not erased: the audit and recent activity, the Cloud and other projects, the project’s members, the service, and the person’s own email. This cannot be undone.",
              )
            : t(
                "Erased: the address in this Cloud’s ledger, lists, plans and operations, in removals, and in the built-in mailbox. The row keeps its state and dates. Not erased: the audit and recent activity, other Clouds, the Cloud’s members and projects, the service, and the person’s own email. This cannot be undone.",
              ),
          refusal: t("Nothing was erased."),
          pendingText: t("Erasing"),
          cancel: t("Keep address"),
        },
      ]}
    />
  );
}
