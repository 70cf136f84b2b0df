"use client";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { t } from "#lib/core/texts.ts";
import { answerInvitationAction } from "../actions.ts";

export type InvitationOnCard = {
  id: number;
  cloudName: string;
  inviterName: string;
  email: string;
  role: number;
  declined: boolean;
  /** When its last mail was sent; of a declined one, when it was declined. */
  since: string;
};

/** One invitation and the two answers; a declined one may still be accepted. */
export function InvitationCard({ invitation }: { invitation: InvitationOnCard }): ReactNode {
  const form = useActionForm(answerInvitationAction);
  const { declined } = invitation;
  return (
    <section
      aria-label={t("Invitation to {cloudName}", { cloudName: invitation.cloudName })}
      className="flex flex-wrap items-start gap-4 rounded-2 border border-accent-line bg-surface p-5"
    >
      <span
        aria-hidden
        className="grid size-11 place-items-center rounded-2 border border-accent-line bg-accent-soft text-accent-text"
      >
        <Mail />
      </span>
      <div className="grid min-w-0 flex-[1_1_20rem] gap-2">
        <h2 className="text-16">
          {declined
            ? t("You declined the invitation to {cloudName}", { cloudName: invitation.cloudName })
            : t("You are invited to {cloudName}", { cloudName: invitation.cloudName })}
        </h2>
        <p className="text-fg-2">
          {t("{inviterName} asks you to work in this Cloud.", { inviterName: invitation.inviterName })}
        </p>
        <Kv
          items={[
            {
              label: t("You will be"),
              value:
                invitation.role === 100
                  ? t("administrator: here you see every project and model")
                  : t("user: you see every project and model"),
            },
            {
              label: t("For"),
              value: t("{email}, the address you are signed in with", { email: invitation.email }),
            },
            { label: declined ? t("Declined") : t("Sent"), value: <RelativeTime at={invitation.since} /> },
          ]}
        />
        <FormErrorSummary result={form.result} title={t("Your answer was not saved.")} />
      </div>
      <form className="flex gap-2" {...form.formProps}>
        <input type="hidden" name="invitationId" value={invitation.id} />
        {!declined && (
          <SubmitButton variant="default" name="answer" value="decline" pending={form.pending}>
            {t("Decline")}
          </SubmitButton>
        )}
        <SubmitButton name="answer" value="accept" pending={form.pending}>
          {t("Accept")}
        </SubmitButton>
      </form>
    </section>
  );
}
