"use client";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { inviteAction } from "#app/_features/invitations/actions.ts";
import { AddressQuestion } from "#app/_features/invitations/address-question.tsx";
import { RoleCards } from "#app/_features/invitations/role-cards.tsx";
import { OutcomeNote } from "#app/_features/operations/outcome-note.tsx";
import { withRefusedFields } from "#app/_features/operations/refused-fields.ts";
import { useOperationKey } from "#app/_features/operations/use-operation-key.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

const SERVICE_FIELDS = { email: "email" };

/**
 * Invites one address to a Cloud or project; shows what the person will be able to do, and where the link leads, before the email is sent.
 */
export function InviteForm({
  firstKey,
  cloudId,
  projectId = null,
  landing,
  backHref,
  refusesRoles,
  email: proposed,
}: {
  firstKey: string;
  cloudId: string;
  /** null: into the Cloud itself. */
  projectId?: string | null;
  landing: string;
  /** The page on which the invitation is followed. */
  backHref: string;
  /** The service recently refused the role of an invitation. */
  refusesRoles: boolean;
  /** The address of somebody who is invited again. */
  email: string;
}): ReactNode {
  const [key, renewKey] = useOperationKey(firstKey);
  const email = useRef<HTMLInputElement>(null);
  // null: as in the last answer.
  const [ticked, setTicked] = useState<boolean | null>(null);
  const [invited, setInvited] = useState(0);
  const sending = useActionForm(
    inviteAction,
    (outcome) => {
      if (outcome.state === "DONE" && email.current !== null) {
        email.current.value = "";
        email.current.focus();
        setInvited((count) => count + 1);
      }
      setTicked(null);
      if (outcome.needsNewKey || outcome.state === "DONE") renewKey();
    },
    "freely",
  );
  const outcome = sending.result?.ok === true ? sending.result.data : null;
  const form = withRefusedFields(sending, outcome, SERVICE_FIELDS);
  const needsReason = form.errorOf("reason") !== undefined;
  const wantsAgain = ticked ?? form.typedOf("again") === "on";
  const offersAgain = form.errorOf("again") !== undefined || needsReason;
  return (
    <Form
      of={form}
      className="grid max-w-[560px] gap-4"
      refusal={t("Nobody was invited.")}
      shown={["email", "again", "reason"]}
      keptAs={proposed === "" ? `invitation ${cloudId} ${projectId ?? ""}` : undefined}
      isOpen={outcome?.state === "REFUSED"}
      fields={{ key, cloudId, ...(projectId !== null && { projectId }) }}
    >
      {outcome?.state === "DONE" ? (
        <Note
          tone="ok"
          live
          title={t("The service accepted the invitation.")}
          action={
            <LinkButton size="sm" href={backHref}>
              {projectId === null ? t("View invitations") : t("See the people")}
            </LinkButton>
          }
        >
          {t("The service sends the email to {address}. Whether it arrived is not known yet.", {
            address: outcome.address,
          })}
        </Note>
      ) : (
        <OutcomeNote subject={t("The invitation")} outcome={outcome} fields={SERVICE_FIELDS} />
      )}
      <Field name="email" label={t("Email address")} required>
        <Input
          ref={email}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoFocus
          defaultValue={proposed}
        />
      </Field>
      <AddressQuestion form={form} />
      <RoleCards
        // The role was for the person who was just invited.
        key={invited}
        legend={t("Role of the person")}
        refusesRoles={refusesRoles}
        into={projectId === null ? "cloud" : "project"}
      />
      <div className="grid gap-1">
        <span className="text-13 font-medium">{t("The link leads to")}</span>
        <Mono>{landing}</Mono>
      </div>
      {offersAgain && (
        <Checkbox
          name="again"
          label={t("Send another email")}
          hint={form.errorOf(needsReason && !wantsAgain ? "reason" : "again")}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
      )}
      {/* Not before it is wanted: a required field would also keep an invitation to somebody else. */}
      {needsReason && wantsAgain && (
        <Field name="reason" label={t("Reason for sending again so soon")} required>
          <Input autoComplete="off" />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton pendingText={t("Inviting")}>{t("Invite person")}</SubmitButton>
        <LinkButton href={backHref}>
          {projectId === null ? t("Back to the invitations") : t("Back to the people")}
        </LinkButton>
        <span className="text-12 text-fg-3">{t("One email. Emails cannot be unsent.")}</span>
      </div>
    </Form>
  );
}
