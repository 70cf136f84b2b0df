"use client";
import type { ReactNode } from "react";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { t } from "#lib/core/texts.ts";
import { sendAgainAction } from "../actions.ts";

/** Restarts the tries of one failed delivery. */
export function SendAgain({ deliveryId, what }: { deliveryId: string; what: string }): ReactNode {
  return (
    <FormOf
      action={sendAgainAction}
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
    </FormOf>
  );
}
