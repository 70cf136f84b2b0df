import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import type { ActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { t } from "#lib/core/texts.ts";

/** Asks for confirmation of an action on one object: its consequence, then the button. */
export function AskDialog({
  form,
  fields,
  title,
  description,
  refusal,
  button,
  pendingText,
  returnFocusTo,
  onClose,
  children,
}: {
  form: ActionForm<unknown>;
  /** The fields to send, by the names that the action knows. */
  fields: Readonly<Record<string, string>>;
  title: string;
  description: string;
  /** What is unchanged after a refusal. */
  refusal: string;
  button: string;
  pendingText: string;
  returnFocusTo: string;
  onClose: () => void;
  children?: ReactNode;
}): ReactNode {
  return (
    <Dialog
      title={title}
      description={description}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      held={form.pending}
      returnFocusTo={returnFocusTo}
    >
      <form className="grid gap-4" {...form.formProps}>
        <FormErrorSummary result={form.result} title={refusal} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <SubmitButton pending={form.pending} pendingText={pendingText}>
            {button}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
