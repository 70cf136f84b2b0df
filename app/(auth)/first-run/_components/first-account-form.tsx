"use client";
import type { ReactNode } from "react";
import { NewPasswordField } from "#app/_ui/account/new-password-field.tsx";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { createFirstAccountAction } from "../actions.ts";

const FIELDS = ["name", "email", "password"] as const;

/** Name, address and password of the first administrator. The token is sent as a field, not in the address. */
export function FirstAccountForm({ token }: { token: string }): ReactNode {
  return (
    <FormOf
      action={createFirstAccountAction}
      className="grid gap-4"
      refusal={t("The account was not created.")}
      shown={FIELDS}
      fields={{ token }}
    >
      <Field name="name" label={t("Name")} hint={t("Colleagues see this name.")}>
        <Input autoComplete="name" required maxLength={120} />
      </Field>
      <Field name="email" label={t("Email")}>
        <Input type="email" autoComplete="username" required />
      </Field>
      <NewPasswordField label={t("Password")} />
      <SubmitButton size="lg" block pendingText={t("Creating the account")}>
        {t("Create account")}
      </SubmitButton>
    </FormOf>
  );
}
