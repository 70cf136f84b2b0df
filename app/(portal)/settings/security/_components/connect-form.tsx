"use client";
import type { ReactNode } from "react";
import { OWN_PROOF, OwnProof } from "#app/_ui/account/own-proof.tsx";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
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
  return (
    <FormOf
      action={connectProviderAction}
      onDone={({ address }) => window.location.assign(address)}
      className="grid gap-4"
      refusal={t("Your account is unchanged.")}
      shown={OWN_PROOF}
    >
      <p className="text-13 text-fg-2">
        {t(
          "From then on, you sign in only with {label}. Your password, second factor and recovery codes here are removed. Other sessions and your access tokens end.",
          { label },
        )}
      </p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <OwnProof label={t("Your password here")} withCode={hasSecondFactor} autoFocus={false} />
      <div>
        <SubmitButton pendingText={t("Asking {label}", { label })}>
          {t("Connect with {label}", { label })}
        </SubmitButton>
      </div>
    </FormOf>
  );
}
