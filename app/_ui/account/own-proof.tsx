import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Field } from "../primitives/field.tsx";
import { Input } from "../primitives/input.tsx";

/** The fields of OwnProof, which show their own errors. */
export const OWN_PROOF = ["password", "code"] as const;

/** What proves that the account is one's own: its password and, with a second factor, a code. */
export function OwnProof({
  label = t("Your password"),
  withCode,
  autoFocus = true,
}: {
  label?: string;
  withCode: boolean;
  autoFocus?: boolean;
}): ReactNode {
  return (
    <>
      <Field name="password" label={label}>
        <Input type="password" autoComplete="current-password" required autoFocus={autoFocus} />
      </Field>
      {withCode && (
        <Field name="code" label={t("Code of your app, or a recovery code")}>
          <Input autoComplete="one-time-code" required maxLength={40} />
        </Field>
      )}
    </>
  );
}
