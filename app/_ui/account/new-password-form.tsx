"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
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
  return (
    <FormOf
      action={action}
      className="grid gap-4"
      refusal={t("The password was not changed.")}
      shown={["password"]}
    >
      <Field label={t("Email")}>
        <Input type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field
        name="password"
        label={t("New password")}
        hint={t("At least {min} characters; a few words in a row are fine.", { min: passwordCharsMin })}
      >
        <Input type="password" autoComplete="new-password" required autoFocus />
      </Field>
      <SubmitButton size="lg" block pendingText={t("Setting the password")}>
        {t("Set password")}
      </SubmitButton>
    </FormOf>
  );
}
