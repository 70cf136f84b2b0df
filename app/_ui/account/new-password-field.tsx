import type { ReactNode } from "react";
import { PASSWORD_CHARS_MIN } from "#lib/core/identity/password-length.ts";
import { t } from "#lib/core/texts.ts";
import { Field } from "../primitives/field.tsx";
import { Input } from "../primitives/input.tsx";

/** Input for a password that an account gets. */
export function NewPasswordField({
  name = "password",
  label,
  autoFocus = false,
}: {
  name?: string;
  label: string;
  autoFocus?: boolean;
}): ReactNode {
  return (
    <Field
      name={name}
      label={label}
      hint={t("At least {min} characters; a few words in a row are fine.", { min: PASSWORD_CHARS_MIN })}
    >
      <Input type="password" autoComplete="new-password" required autoFocus={autoFocus} />
    </Field>
  );
}
