"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { connectProviderAction } from "../actions.ts";

/** Connects one's own account to an identity of the provider; the person proves the password here and the identity there. */
export function ConnectForm({
  label,
  email,
  hasSecondFactor,
}: {
  label: string;
  email: string;
  hasSecondFactor: boolean;
}): ReactNode {
  const form = useActionForm(connectProviderAction, ({ address }) => window.location.assign(address));
  return (
    <form className="grid gap-4" {...form.formProps}>
      <FormErrorSummary
        result={form.result}
        title={t("Your account is unchanged.")}
        shownFields={["password", "code"]}
      />
      <p className="text-13 text-fg-2">
        {t(
          "From then on, you sign in only with {label}. Your password, second factor and recovery codes here are removed. Other sessions and your access tokens end.",
          { label },
        )}
      </p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label={t("Your password here")} error={form.errorOf("password")}>
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      {hasSecondFactor && (
        <Field label={t("Code of your app, or a recovery code")} error={form.errorOf("code")}>
          <Input name="code" autoComplete="one-time-code" required maxLength={40} />
        </Field>
      )}
      <div>
        <SubmitButton pending={form.pending} pendingText={t("Asking {label}", { label })}>
          {t("Connect with {label}", { label })}
        </SubmitButton>
      </div>
    </form>
  );
}
