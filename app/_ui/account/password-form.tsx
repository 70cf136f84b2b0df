"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { NewPasswordField } from "./new-password-field.tsx";

const FIELDS = ["password", "newPassword"] as const;

/** Changes one's own password, then opens the sign-in page. */
export function PasswordForm({
  action,
  email,
  consequence,
  children,
}: {
  action: FormAction<null>;
  email: string;
  /** What ends with the old password. */
  consequence: string;
  /** Further choices, as fields of the form. */
  children?: ReactNode;
}): ReactNode {
  return (
    <FormOf
      action={action}
      className="grid gap-4"
      refusal={t("The password was not changed.")}
      shown={FIELDS}
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="password" label={t("Current password")}>
          <Input type="password" autoComplete="current-password" required />
        </Field>
        <NewPasswordField name="newPassword" label={t("New password")} />
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton pendingText={t("Changing the password")}>{t("Change password")}</SubmitButton>
        <span className="text-12 text-fg-3">{consequence}</span>
      </div>
    </FormOf>
  );
}
