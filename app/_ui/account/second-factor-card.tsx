"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { ActionDialog } from "../forms/form-dialog.tsx";
import { OWN_PROOF, OwnProof } from "./own-proof.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorSetup, type SetupActions } from "./second-factor-setup.tsx";

/** Server actions for the signed-in account: staff, or a person on the platform. */
export type SecondFactorActions = SetupActions & {
  renewCodes: FormAction<{ codes: string[] }>;
  remove: FormAction<void>;
};

/** Whether sign-ins need a code, and how to change that. */
export function SecondFactorCard({
  actions,
  here,
  since,
  required = false,
  isStaff = false,
  codesLeft,
}: {
  actions: SecondFactorActions;
  /** The address of the current page. */
  here: string;
  since: Date | null;
  /** The role requires one, so it cannot be removed. */
  required?: boolean;
  /** A staff account: changes also need a code, and its access tokens end with the factor. */
  isStaff?: boolean;
  codesLeft: number;
}): ReactNode {
  if (since === null) return <SecondFactorSetup actions={actions} next={here} />;
  return (
    <div className="grid gap-4">
      <p className="text-13">
        {rich("<state>On</state> since {time}.", {
          state: (inner) => <State tone="ok">{inner}</State>,
          time: <RelativeTime at={since} />,
        })}{" "}
        {codesLeft === 0 ? (
          <span className="text-warn">{t("No recovery codes left. Create new ones.")}</span>
        ) : (
          t(
            "{codesLeft, plural, one {{codesLeft} of 10 recovery code is} other {{codesLeft} of 10 recovery codes are}} left.",
            { codesLeft },
          )
        )}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <NewCodes action={actions.renewCodes} isStaff={isStaff} />
        {required ? (
          <span className="text-12 text-fg-3">
            {t(
              "Your role needs a second factor, so you cannot remove it. If you lose the phone, an administrator can remove it.",
            )}
          </span>
        ) : (
          <Remove action={actions.remove} isStaff={isStaff} />
        )}
      </div>
    </div>
  );
}

function NewCodes({
  action,
  isStaff,
}: {
  action: SecondFactorActions["renewCodes"];
  isStaff: boolean;
}): ReactNode {
  const form = useActionForm(action);
  return (
    <Dialog
      title={t("New recovery codes")}
      description={t("The old codes stop working.")}
      held={form.pending}
      trigger={<Button>{t("New recovery codes")}</Button>}
    >
      {form.result?.ok === true ? (
        <RecoveryCodes
          codes={form.result.data.codes}
          title={t("These are the new codes.")}
          action={
            <Button size="sm" variant="primary" onClick={() => window.location.reload()}>
              {t("I saved the codes")}
            </Button>
          }
        />
      ) : (
        <Form of={form} className="grid gap-4" refusal={t("The old codes still work.")} shown={OWN_PROOF}>
          <OwnProof withCode={isStaff} />
          <div className="flex justify-end">
            <SubmitButton pendingText={t("Creating codes")}>{t("Create new codes")}</SubmitButton>
          </div>
        </Form>
      )}
    </Dialog>
  );
}

function Remove({ action, isStaff }: { action: SecondFactorActions["remove"]; isStaff: boolean }): ReactNode {
  return (
    <ActionDialog
      footless
      action={action}
      title={t("Remove the second factor")}
      description={
        isStaff
          ? t(
              "After that, your password alone signs you in. The recovery codes stop working and your access tokens end.",
            )
          : t("After that, your password alone signs you in. The recovery codes stop working.")
      }
      trigger={<Button variant="danger">{t("Remove")}</Button>}
      refusal={t("The second factor is still on.")}
      shown={OWN_PROOF}
      button={t("Remove second factor")}
      pendingText={t("Removing")}
    >
      <OwnProof withCode={isStaff} />
    </ActionDialog>
  );
}
