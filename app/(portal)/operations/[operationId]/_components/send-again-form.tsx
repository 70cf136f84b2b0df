"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { sendAgainAction } from "../actions.ts";

/** Sends an uncertain invitation again, by a person who knows that two emails are possible. */
export function SendAgainForm({ operationId }: { operationId: string }): ReactNode {
  const form = useActionForm(sendAgainAction, undefined, "freely");
  return (
    <form className="grid gap-3" {...form.formProps}>
      <FormErrorSummary
        result={form.result}
        title={t("Nothing was sent again.")}
        shownFields={["reason", "note", "twoMails"]}
      />
      <input type="hidden" name="id" value={operationId} />
      <Checkbox
        name="twoMails"
        required
        label={t("The person may get two emails")}
        hint={t("The first call may have sent an email already. There is still only one invitation.")}
      />
      <Field
        label={t("Reason for sending again")}
        hint={t("At least 10 characters.")}
        error={form.errorOf("reason") ?? form.errorOf("note")}
      >
        <Input name="reason" autoComplete="off" defaultValue={form.typedOf("reason") ?? ""} />
      </Field>
      <div>
        <SubmitButton pending={form.pending} pendingText={t("Sending")}>
          {t("Send again")}
        </SubmitButton>
      </div>
    </form>
  );
}
