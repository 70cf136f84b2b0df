"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
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
    <Form
      of={form}
      className="grid gap-3"
      refusal={t("Nothing was sent again.")}
      shown={["reason", "note", "twoMails"]}
      fields={{ id: operationId }}
    >
      <Checkbox
        name="twoMails"
        required
        label={t("The person may get two emails")}
        hint={t("The first call may have sent an email already. There is still only one invitation.")}
      />
      <Field
        name="reason"
        label={t("Reason for sending again")}
        hint={t("At least 10 characters.")}
        error={form.errorOf("reason") ?? form.errorOf("note")}
      >
        <Input autoComplete="off" />
      </Field>
      <div>
        <SubmitButton pendingText={t("Sending")}>{t("Send again")}</SubmitButton>
      </div>
    </Form>
  );
}
