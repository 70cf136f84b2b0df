"use client";
import type { ReactNode } from "react";
import { OWN_PROOF, OwnProof } from "#app/_ui/account/own-proof.tsx";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { t } from "#lib/core/texts.ts";
import { confirmIdentityAction } from "./actions.ts";

/** How a person proves the account. */
export type Proving = { email: string; byProvider: boolean; hasSecondFactor: boolean };

/** Asks for the proof (confirmation-desk.tsx). */
export function ConfirmationDialog({ proving, onProven, onLeave }: Ways & { proving: Proving }): ReactNode {
  return (
    <Dialog
      title={t("Confirm your identity")}
      description={t("This action needs a fresh confirmation. It is valid for 15 minutes.")}
      open
      onClose={onLeave}
    >
      {proving.byProvider ? (
        <AtProvider onProven={onProven} onLeave={onLeave} />
      ) : (
        <ByPassword proving={proving} onProven={onProven} onLeave={onLeave} />
      )}
    </Dialog>
  );
}

type Ways = { onProven: () => void; onLeave: () => void };

function ByPassword({ proving, onProven, onLeave }: Ways & { proving: Proving }): ReactNode {
  const form = useActionForm(confirmIdentityAction, onProven);
  return (
    <Form of={form} className="grid gap-4" refusal={t("Your identity was not confirmed.")} shown={OWN_PROOF}>
      <input type="hidden" autoComplete="username" value={proving.email} readOnly />
      <OwnProof withCode={proving.hasSecondFactor || form.errorOf("code") !== undefined} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onLeave}>{t("Cancel")}</Button>
        <SubmitButton pendingText={t("Checking")}>{t("Confirm and continue")}</SubmitButton>
      </div>
    </Form>
  );
}

/** In a separate window, so that input here stays. */
function AtProvider({ onProven, onLeave }: Ways): ReactNode {
  return (
    <>
      <p className="text-13">
        {t("Sign in again with your identity provider in a new window. Then come back and continue here.")}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onLeave}>{t("Cancel")}</Button>
        <Button asChild>
          <a href="/sign-in/oidc?confirm=1" target="_blank" rel="noopener">
            {t("Sign in again")}
          </a>
        </Button>
        <Button variant="primary" onClick={onProven}>
          {t("Continue")}
        </Button>
      </div>
    </>
  );
}
