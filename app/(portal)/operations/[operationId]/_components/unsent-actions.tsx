"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { t } from "#lib/core/texts.ts";
import { discardAction, sendAction } from "../actions.ts";

/** For operations that provably had no effect: send now, or discard. */
export function UnsentActions({
  operationId,
  canSend,
  canDiscard,
}: {
  operationId: string;
  canSend: boolean;
  canDiscard: boolean;
}): ReactNode {
  const send = useActionForm(sendAction, undefined, "freely");
  const discard = useActionForm(discardAction);
  return (
    <div className="grid gap-3">
      <FormErrorSummary result={send.result} title={t("Nothing was sent.")} />
      <FormErrorSummary result={discard.result} title={t("Nothing was discarded.")} />
      <div className="flex gap-2">
        {canSend && (
          <form {...send.formProps}>
            <input type="hidden" name="id" value={operationId} />
            <SubmitButton pending={send.pending} pendingText={t("Sending")}>
              {t("Send now")}
            </SubmitButton>
          </form>
        )}
        {canDiscard && (
          <form {...discard.formProps}>
            <input type="hidden" name="id" value={operationId} />
            <SubmitButton variant="danger" pending={discard.pending} pendingText={t("Discarding")}>
              {t("Discard operation")}
            </SubmitButton>
          </form>
        )}
      </div>
    </div>
  );
}
