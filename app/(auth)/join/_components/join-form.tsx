"use client";
import type { ReactNode } from "react";
import { NewPasswordField } from "#app/_ui/account/new-password-field.tsx";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { joinAction } from "../actions.ts";

const FIELDS = ["name", "password"] as const;

/** The address is the invitation's own and cannot be changed. */
export function JoinForm({ email }: { email: string }): ReactNode {
  return (
    <FormOf
      action={joinAction}
      className="grid gap-4"
      refusal={t("The account was not created.")}
      shown={FIELDS}
    >
      <Field label={t("Email")}>
        <Input type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field name="name" label={t("Name")} hint={t("Colleagues see this name.")}>
        <Input autoComplete="name" required autoFocus maxLength={120} />
      </Field>
      <NewPasswordField label={t("Password")} />
      <SubmitButton size="lg" block pendingText={t("Creating the account")}>
        {t("Create account")}
      </SubmitButton>
    </FormOf>
  );
}
