import type { ReactNode } from "react";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";

/** Input for a secret, which is never shown again. */
export function SecretField({
  label,
  hint,
  required = false,
}: {
  label: string;
  hint: string;
  required?: boolean;
}): ReactNode {
  return (
    <Field name="secret" label={label} hint={hint} required={required} optional={!required}>
      <Input
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        className="font-mono"
        data-1p-ignore=""
      />
    </Field>
  );
}
