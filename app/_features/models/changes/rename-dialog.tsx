"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { renameModelAction } from "./actions.ts";

const FORM = "rename-model";

/** Renames a model at its service. Mounted while open. */
export function RenameDialog({
  projectId,
  modelId,
  name,
  onRenamed,
  onClose,
  returnFocusTo,
}: {
  projectId: string;
  modelId: number;
  name: string;
  onRenamed: () => void;
  onClose: () => void;
  returnFocusTo?: string | undefined;
}): ReactNode {
  const form = useActionForm(
    renameModelAction,
    () => {
      onRenamed();
      onClose();
    },
    "freely",
  );
  return (
    <Dialog
      title={t("Rename model")}
      description={t("The new name is shown to everybody at the service. The name of the file stays.")}
      open
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      held={form.pending}
      footer={
        <>
          <DialogClose>
            <Button variant="ghost" disabled={form.pending}>
              {t("Cancel")}
            </Button>
          </DialogClose>
          <SubmitButton form={FORM} pending={form.pending} pendingText={t("Renaming")}>
            {t("Rename model")}
          </SubmitButton>
        </>
      }
    >
      <Form
        of={form}
        id={FORM}
        className="grid gap-3"
        refusal={t("The model was not renamed.")}
        shown={["name"]}
        fields={{ model: `${projectId}~${String(modelId)}` }}
      >
        <Field name="name" label={t("Name")} required>
          <Input maxLength={512} defaultValue={name} />
        </Field>
      </Form>
    </Dialog>
  );
}
