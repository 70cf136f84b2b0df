"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { createFirstAccountAction } from "../actions.ts";

const FIELDS = ["name", "email", "password"] as const;

/** Name, address and password of the first administrator. The token is sent as a field, not in the address. */
export function FirstAccountForm({
  token,
  passwordCharsMin,
}: {
  token: string;
  passwordCharsMin: number;
}): ReactNode {
  const form = useActionForm(createFirstAccountAction);
  return (
    <form className="grid gap-4" {...form.formProps}>
      <FormErrorSummary result={form.result} title={t("The account was not created.")} shownFields={FIELDS} />
      <input type="hidden" name="token" value={token} />
      <Field label={t("Name")} hint={t("Colleagues see this name.")} error={form.errorOf("name")}>
        <Input name="name" autoComplete="name" required maxLength={120} defaultValue={form.typedOf("name")} />
      </Field>
      <Field label={t("Email")} error={form.errorOf("email")}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={form.typedOf("email")}
        />
      </Field>
      <Field
        label={t("Password")}
        hint={t("At least {min} characters; a few words in a row are fine.", { min: passwordCharsMin })}
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
