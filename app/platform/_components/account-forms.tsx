"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { freshLinkAction, signUpAction } from "../actions.ts";

/** An account for the address that the link proves; the address itself cannot be changed here. */
export function SignUpForm({ address, cloud }: { address: string; cloud: string }): ReactNode {
  const form = useActionForm(signUpAction);
  return (
    <form className="grid gap-4" {...form.formProps}>
      <FormErrorSummary
        result={form.result}
        title={t("The account was not created.")}
        shownFields={["firstname", "lastname", "password"]}
      />
      <input type="hidden" name="cloud" value={cloud} />
      <Field label={t("Email")} hint={t("The address the invitation was sent to.")}>
        <Input type="email" value={address} readOnly autoComplete="username" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("First name")} error={form.errorOf("firstname")}>
          <Input
            name="firstname"
            autoComplete="given-name"
            required
            defaultValue={form.typedOf("firstname")}
          />
        </Field>
        <Field label={t("Last name")} error={form.errorOf("lastname")}>
          <Input
            name="lastname"
            autoComplete="family-name"
            required
            defaultValue={form.typedOf("lastname")}
          />
        </Field>
      </div>
      <Field
        label={t("Password")}
        hint={t("At least 10 characters; a few words in a row are fine.")}
        error={form.errorOf("password")}
      >
        <Input name="password" type="password" autoComplete="new-password" required />
      </Field>
      <SubmitButton size="lg" block pending={form.pending} pendingText={t("Creating the account")}>
        {t("Create account")}
      </SubmitButton>
    </form>
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
    <form className="grid gap-3" {...form.formProps}>
      <FormErrorSummary result={form.result} title={t("No link was sent.")} shownFields={["email"]} />
      <input type="hidden" name="cloud" value={cloud} />
      <Field label={t("Invited, but no account or no valid link?")} error={form.errorOf("email")}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          placeholder={t("The address that was invited")}
          required
          defaultValue={form.typedOf("email")}
        />
      </Field>
      <SubmitButton variant="default" pending={form.pending} pendingText={t("Sending a link")}>
        {t("Send me a new link")}
      </SubmitButton>
    </form>
  );
}
