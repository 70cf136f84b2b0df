"use client";
import { useRef, type ReactNode } from "react";
import { AddressQuestion } from "#app/_features/invitations/address-question.tsx";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";
import { roleOptions } from "#lib/features/staff/schema.ts";
import { inviteStaffAction } from "../actions.ts";

/** The button that opens the form, empty each time. */
export function InviteDialog(): ReactNode {
  return (
    <Dialog
      title={t("Invite a colleague")}
      description={t("The person gets a link by email, and sets a name and a password with it.")}
      trigger={<Button variant="primary">{t("Invite colleague")}</Button>}
    >
      <InviteForm />
    </Dialog>
  );
}

/** One address and a role; says what the person will be able to do before the email is sent. */
function InviteForm(): ReactNode {
  const email = useRef<HTMLInputElement>(null);
  const form = useActionForm(inviteStaffAction, () => {
    if (email.current === null) return;
    email.current.value = "";
    email.current.focus();
  });
  const invited = form.result?.ok === true ? form.result.data.email : null;
  return (
    <Form of={form} className="grid gap-4" refusal={t("Nobody was invited.")} shown={["email"]}>
      {invited !== null && (
        <Note tone="ok" live title={t("{invited} was invited.", { invited })}>
          {t("The email is being sent. Its link works once, within seven days.")}
        </Note>
      )}
      <Field name="email" label={t("Email address")}>
        <Input ref={email} type="text" inputMode="email" autoComplete="off" required autoFocus />
      </Field>
      <AddressQuestion form={form} />
      <RadioCards
        legend={t("Role of the person")}
        name="role"
        defaultValue="VIEWER"
        options={roleOptions()}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="flex-1 text-12 text-fg-3">
          {t("Emails cannot be unsent, but you can withdraw the invitation.")}
        </span>
        <DialogClose>
          <Button disabled={form.pending}>{invited === null ? t("Cancel") : t("Done")}</Button>
        </DialogClose>
        <SubmitButton pendingText={t("Inviting")}>{t("Send invitation")}</SubmitButton>
      </div>
    </Form>
  );
}
