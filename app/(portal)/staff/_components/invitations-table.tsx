"use client";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { ROLE_WORDS } from "#lib/features/staff/schema.ts";
import type { StaffInvitationView } from "#lib/features/staff/queries.ts";
import { resendInvitationAction, withdrawInvitationAction } from "../actions.ts";

/** Pending invitations of staff. */
export function StaffInvitationsTable({ rows }: { rows: readonly StaffInvitationView[] }): ReactNode {
  return (
    <DataTable
      label={t("Invitations")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t("Address"),
          grow: true,
          cell: (row) => (
            <span className="[overflow-wrap:anywhere]">
              {wrapped(row.email)}
              <small className="block text-fg-3">
                {t("{role}, invited by {invitedByName}", {
                  role: t(ROLE_WORDS[row.role].label),
                  invitedByName: row.invitedByName,
                })}
              </small>
            </span>
          ),
        },
        { head: t("State"), cell: (row) => <InvitationState row={row} /> },
        {
          head: t("Link valid until"),
          cell: (row) => (row.isExpired ? t("expired") : <RelativeTime at={row.expiresAt} />),
        },
        {
          head: t("Actions"),
          actionsOf: ({ email }) => email,
          cell: (row) => (
            <span className="flex flex-wrap justify-end gap-2">
              <SendAgain row={row} />
              <Withdraw row={row} />
            </span>
          ),
        },
      ]}
    />
  );
}

function InvitationState({ row }: { row: StaffInvitationView }): ReactNode {
  const { mailsAsked } = row;
  if (row.mail.state === "failed")
    return (
      <State tone="bad" detail={row.mail.reason === null ? t("No reason was given.") : told(row.mail.reason)}>
        {t("Email not delivered")}
      </State>
    );
  if (row.mail.state === "waiting")
    return (
      <State
        tone="progress"
        icon={<Clock aria-hidden />}
        detail={row.mail.reason !== null && told(row.mail.reason)}
      >
        {t("Sending email")}
      </State>
    );
  if (row.isExpired)
    return (
      <State
        tone="warn"
        detail={t(
          "{mailsAsked, plural, one {one email} other {{mailsAsked} emails}}; nobody answered in seven days",
          { mailsAsked },
        )}
      >
        {t("Link expired")}
      </State>
    );
  return (
    <State
      tone="idle"
      icon={<Clock aria-hidden />}
      detail={t("{mailsAsked, plural, one {one email} other {{mailsAsked} emails}} delivered", {
        mailsAsked,
      })}
    >
      {t("Waiting")}
    </State>
  );
}

function SendAgain({ row }: { row: StaffInvitationView }): ReactNode {
  return (
    <FormOf
      action={resendInvitationAction}
      refusal={t("No email was sent.")}
      fields={{ invitationId: row.id }}
    >
      <SubmitButton variant="default" size="sm" pendingText={t("Sending")}>
        {rich("Send again<sr> to {email}</sr>", { email: row.email })}
      </SubmitButton>
    </FormOf>
  );
}

function Withdraw({ row: { id, email } }: { row: StaffInvitationView }): ReactNode {
  return (
    <ActionDialog
      footless
      action={withdrawInvitationAction}
      fields={{ invitationId: id }}
      title={t("Withdraw the invitation of {email}", { email })}
      description={t("The link in the email stops working at once.")}
      trigger={<Button size="sm">{rich("Withdraw<sr> the invitation of {email}</sr>", { email })}</Button>}
      refusal={t("The invitation was not withdrawn.")}
      button={t("Withdraw invitation")}
      pendingText={t("Withdrawing")}
    />
  );
}
