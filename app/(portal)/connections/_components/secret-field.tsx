import type { ReactNode } from "react";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";

/** Input for a secret, which is never shown again. */
export function SecretField({
  label,
  hint,
  error,
  required = false,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  required?: boolean;
}): ReactNode {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={!required}>
      <Input
        name="secret"
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        className="font-mono"
        data-1p-ignore=""
      />
    </Field>
  );
}
