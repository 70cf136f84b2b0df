"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import type { FormAction } from "#app/_server/action-result.ts";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";

/** The address tells password managers whose password this is. */
export function NewPasswordForm({
  action,
  email,
  passwordCharsMin,
}: {
  action: FormAction<null>;
  email: string;
  passwordCharsMin: number;
}): ReactNode {
  const form = useActionForm(action);
  return (
    <form className="grid gap-4" {...form.formProps}>
      <FormErrorSummary
        result={form.result}
        title={t("The password was not changed.")}
        shownFields={["password"]}
      />
      <Field label={t("Email")}>
        <Input type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field
        label={t("New password")}
        hint={t("At least {min} characters; a few words in a row are fine.", { min: passwordCharsMin })}
        error={form.errorOf("password")}
      >
        <Input name="password" type="password" autoComplete="new-password" required autoFocus />
      </Field>
      <SubmitButton size="lg" block pending={form.pending} pendingText={t("Setting the password")}>
        {t("Set password")}
      </SubmitButton>
    </form>
  );
}
