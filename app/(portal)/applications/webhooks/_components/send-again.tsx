"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { t } from "#lib/core/texts.ts";
import { sendAgainAction } from "../actions.ts";

/** Restarts the tries of one failed delivery. */
export function SendAgain({ deliveryId, what }: { deliveryId: string; what: string }): ReactNode {
  const form = useActionForm(sendAgainAction);
  return (
    <Form
      of={form}
      className="grid justify-items-end gap-1"
      refusal={t("Nothing was sent again.")}
      fields={{ deliveryId }}
    >
      <SubmitButton
        variant="default"
        size="sm"
        pendingText={t("Sending")}
        aria-label={t("Send {what} again", { what })}
      >
        {t("Send again")}
      </SubmitButton>
    </Form>
  );
}
