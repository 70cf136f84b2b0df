"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/** Requests a link; the answer does not reveal whether the address has an account. */
export function ForgottenForm({
  action,
  signInHref,
}: {
  action: FormAction<{ email: string }>;
  signInHref: string;
}): ReactNode {
  const form = useActionForm(action);
  const asked = form.result?.ok === true ? form.result.data : null;
  return (
    <Form of={form} className="grid gap-4" refusal={t("No link was sent.")} shown={["email"]}>
      {asked !== null && (
        <Note tone="ok" live title={t("Check your email")}>
          {t("If {email} has an account here, a link arrives soon. It works once, within one hour.", {
            email: asked.email,
          })}
        </Note>
      )}
      <Field name="email" label={t("Email")}>
        <Input type="email" autoComplete="username" required autoFocus />
      </Field>
      <SubmitButton size="lg" block pendingText={t("Sending the link")}>
        {t("Send a link")}
      </SubmitButton>
      <LinkButton href={signInHref} variant="ghost" block>
        {t("Back to sign-in")}
      </LinkButton>
    </Form>
  );
}
