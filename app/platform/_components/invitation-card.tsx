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
import type { InvitationOnCard } from "./invitation-on-card.ts";

/** One invitation and the two answers; a declined one may still be accepted. */
export function InvitationCard({ invitation }: { invitation: InvitationOnCard }): ReactNode {
  const form = useActionForm(answerInvitationAction);
  const { declined, name, cloudName, inviterName } = invitation;
  return (
    <section
      aria-label={t("Invitation to {name}", { name })}
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
            ? t("You declined the invitation to {name}", { name })
            : t("You are invited to {name}", { name })}
        </h2>
        <p className="text-fg-2">
          {cloudName === null
            ? t("{inviterName} asks you to work in this Cloud.", { inviterName })
            : t("{inviterName} asks you to work on this project of the Cloud {cloudName}.", {
                inviterName,
                cloudName,
              })}
        </p>
        <Kv
          items={[
            {
              label: t("You will be"),
              value: describeRole(invitation),
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

function describeRole({ cloudName, role }: InvitationOnCard): string {
  if (cloudName === null) {
    return role === 100
      ? t("administrator: here you see every project and model")
      : t("user: you see every project and model");
  }
  if (role === 100) return t("administrator of the project: you see its models");
  return role === 50
    ? t("user of the project: you see its models")
    : t("guest: you see the project’s models");
}
