"use client";
import { rich } from "#app/_ui/rich.tsx";
import { useState, type ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm, type FormAction } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { t } from "#lib/core/texts.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorSetup, type SetupActions } from "./second-factor-setup.tsx";

/** Server actions of the account that is signed in: of staff, or of a person on the platform. */
export type SecondFactorActions = SetupActions & {
  renewCodes: FormAction<{ codes: string[] }>;
  remove: FormAction<null>;
};

/** Whether codes are asked for, and what can be done about it. */
export function SecondFactorCard({
  actions,
  here,
  since,
  required = false,
  codesLeft,
}: {
  actions: SecondFactorActions;
  /** The page that shows it. */
  here: string;
  since: string | null;
  /** The role demands one, so that it cannot be removed. */
  required?: boolean;
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
          <span className="text-warn">{t("No recovery code is left: make new ones.")}</span>
        ) : (
          t(
            "{codesLeft, plural, one {{codesLeft} of 10 recovery code is} other {{codesLeft} of 10 recovery codes are}} left.",
            { codesLeft },
          )
        )}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <NewCodes action={actions.renewCodes} />
        {required ? (
          <span className="text-12 text-fg-3">
            {t("Your role needs it, so it cannot be removed. When the phone is lost, an administrator can.")}
          </span>
        ) : (
          <Remove action={actions.remove} />
        )}
      </div>
    </div>
  );
}

function NewCodes({ action }: { action: SecondFactorActions["renewCodes"] }): ReactNode {
  const form = useActionForm(action);
  return (
    <Dialog
      title={t("New recovery codes")}
      description={t("The old ones are dead then.")}
      held={form.pending}
      trigger={<Button>{t("New recovery codes")}</Button>}
    >
      {form.result?.ok === true ? (
        <RecoveryCodes
          codes={form.result.data.codes}
          title={t("These are the new codes.")}
          action={
            <Button size="sm" variant="primary" onClick={() => window.location.reload()}>
              {t("I have kept them")}
            </Button>
          }
        />
      ) : (
        <form className="grid gap-4" {...form.formProps}>
          <FormErrorSummary
            result={form.result}
            title={t("The old codes are still good.")}
            shownFields={["password"]}
          />
          <OwnPassword error={form.errorOf("password")} />
          <div className="flex justify-end">
            <SubmitButton pending={form.pending} pendingText={t("Making codes")}>
              {t("Make new codes")}
            </SubmitButton>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Remove({ action }: { action: SecondFactorActions["remove"] }): ReactNode {
  const [open, setOpen] = useState(false);
  const form = useActionForm(action, () => setOpen(false));
  return (
    <Dialog
      title={t("Remove the second factor")}
      description={t("Then the password alone opens your account. The recovery codes are dead too.")}
      open={open}
      onOpenChange={setOpen}
      held={form.pending}
      trigger={<Button variant="danger">{t("Remove")}</Button>}
    >
      <form className="grid gap-4" {...form.formProps}>
        <FormErrorSummary result={form.result} title={t("It is still on.")} shownFields={["password"]} />
        <OwnPassword error={form.errorOf("password")} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
          <SubmitButton pending={form.pending} pendingText={t("Removing")}>
            {t("Remove second factor")}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

function OwnPassword({ error }: { error: string | undefined }): ReactNode {
  return (
    <Field label={t("Your password")} error={error}>
      <Input name="password" type="password" autoComplete="current-password" required autoFocus />
    </Field>
  );
}
