"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { NewPasswordField } from "./new-password-field.tsx";

/** The address tells password managers whose password this is. */
export function NewPasswordForm({ action, email }: { action: FormAction<null>; email: string }): ReactNode {
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
      <NewPasswordField label={t("New password")} autoFocus />
      <SubmitButton size="lg" block pendingText={t("Setting the password")}>
        {t("Set password")}
      </SubmitButton>
    </FormOf>
  );
}
