"use client";
import type { ReactNode } from "react";
import { NewPasswordField } from "#app/_ui/account/new-password-field.tsx";
import { Form, FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { freshLinkAction, signUpAction } from "../actions.ts";

/** An account for the address that the link proves; the address itself cannot be changed here. */
export function SignUpForm({ address, cloud }: { address: string; cloud: string }): ReactNode {
  return (
    <FormOf
      action={signUpAction}
      className="grid gap-4"
      refusal={t("The account was not created.")}
      shown={["firstname", "lastname", "password"]}
      fields={{ cloud }}
    >
      <Field label={t("Email")} hint={t("The address the invitation was sent to.")}>
        <Input type="email" value={address} readOnly autoComplete="username" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="firstname" label={t("First name")}>
          <Input autoComplete="given-name" required />
        </Field>
        <Field name="lastname" label={t("Last name")}>
          <Input autoComplete="family-name" required />
        </Field>
      </div>
      <NewPasswordField label={t("Password")} />
      <SubmitButton size="lg" block pendingText={t("Creating the account")}>
        {t("Create account")}
      </SubmitButton>
    </FormOf>
  );
}

/** Requests another link to the same invitation. The answer is the same whether the address was invited or not. */
export function FreshLinkForm({ cloud }: { cloud: string }): ReactNode {
  const form = useActionForm(freshLinkAction);
  if (form.result?.ok === true) {
    return (
      <Note tone="ok" live title={t("If this address was invited, you get an email with a new link.")}>
        {t("Open the newest email; links in older ones stop working.")}
      </Note>
    );
  }
  return (
    <Form
      of={form}
      className="grid gap-3"
      refusal={t("No link was sent.")}
      shown={["email"]}
      fields={{ cloud }}
    >
      <Field name="email" label={t("Invited, but no account or no valid link?")}>
        <Input type="email" autoComplete="email" placeholder={t("The address that was invited")} required />
      </Field>
      <SubmitButton variant="default" pendingText={t("Sending a link")}>
        {t("Send me a new link")}
      </SubmitButton>
    </Form>
  );
}
