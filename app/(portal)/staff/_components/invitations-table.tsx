"use client";
import { told } from "#lib/core/language/kept-texts.ts";
import { rich } from "#app/_ui/rich.tsx";
import { Clock } from "lucide-react";
import { useState, type ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
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

const sr = (inner: ReactNode): ReactNode => <span className="sr-only">{inner}</span>;

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
        {...(row.mail.reason !== null && { detail: told(row.mail.reason) })}
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
  const form = useActionForm(resendInvitationAction);
  return (
    <form {...form.formProps}>
      <FormErrorSummary result={form.result} title={t("No email was sent.")} />
      <input type="hidden" name="invitationId" value={row.id} />
      <Button type="submit" size="sm" pending={form.pending} pendingText={t("Sending")}>
        {rich("Send again<sr> to {email}</sr>", { sr, email: row.email })}
      </Button>
    </form>
  );
}

function Withdraw({ row }: { row: StaffInvitationView }): ReactNode {
  const [open, setOpen] = useState(false);
  const form = useActionForm(withdrawInvitationAction, () => setOpen(false));
  return (
    <Dialog
      title={t("Withdraw the invitation of {email}", { email: row.email })}
      description={t("The link in the email stops working at once.")}
      open={open}
      onOpenChange={setOpen}
      held={form.pending}
      trigger={
        <Button size="sm">
          {rich("Withdraw<sr> the invitation of {email}</sr>", { sr, email: row.email })}
        </Button>
      }
    >
      <form className="grid gap-4" {...form.formProps}>
        <FormErrorSummary result={form.result} title={t("The invitation was not withdrawn.")} />
        <input type="hidden" name="invitationId" value={row.id} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
          <SubmitButton pending={form.pending} pendingText={t("Withdrawing")}>
            {t("Withdraw invitation")}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
