"use client";
import { useId, useState, type ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select, Textarea } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import type { TypedRow } from "#lib/features/projects/lists/schema.ts";
import { correctRowAction } from "../../actions.ts";

const SHOWN = ["name", "parent", "description", "status", "mainModelId", "logo"] as const;

/** Edits one row of a draft; the list is then checked again. */
export function EditRowButton({
  rowId,
  name,
  line,
  typed,
}: {
  rowId: string;
  name: string;
  line: number;
  typed: TypedRow;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const formId = useId();
  const form = useActionForm(correctRowAction, () => {
    setOpen(false);
  });
  const valueOf = (field: keyof TypedRow): string => form.typedOf(field) ?? typed[field] ?? "";
  return (
    <Dialog
      title={t("Edit the row")}
      description={t("Line {line} of the list. Saving checks the whole list again. Nothing is sent.", {
        line,
      })}
      open={open}
      onOpenChange={setOpen}
      held={form.pending}
      trigger={
        <Button size="sm">
          {t("Edit")}
          <span className="sr-only"> {name}</span>
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>{t("Cancel")}</Button>
          </DialogClose>
          <SubmitButton form={formId} pending={form.pending} pendingText={t("Checking")}>
            {t("Save the row")}
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="grid gap-3" {...form.formProps}>
        <input type="hidden" name="rowId" value={rowId} />
        <FormErrorSummary result={form.result} title={t("The row was not changed.")} shownFields={SHOWN} />
        <Field label={t("Name")} required error={form.errorOf("name")}>
          <Input name="name" autoComplete="off" defaultValue={valueOf("name")} />
        </Field>
        <Field
          label={t("Parent project")}
          optional
          hint={t("Its name, a path such as “House A / Floor 1”, or its number. Empty: at the top.")}
          error={form.errorOf("parent")}
        >
          <Input name="parent" autoComplete="off" defaultValue={valueOf("parent")} />
        </Field>
        <Field label={t("Description")} optional error={form.errorOf("description")}>
          <Textarea name="description" rows={3} defaultValue={valueOf("description")} />
        </Field>
        <Field label={t("Status")} error={form.errorOf("status")}>
          <Select name="status" defaultValue={valueOf("status")}>
            <option value="A">{t("Active")}</option>
            <option value="D">{t("Deleted")}</option>
          </Select>
        </Field>
        <Field
          label={t("Main model")}
          optional
          hint={t("Its number at the service.")}
          error={form.errorOf("mainModelId")}
        >
          <Input
            name="mainModelId"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={valueOf("mainModelId")}
          />
        </Field>
        {typed.logo === null ? (
          <p className="text-13 text-fg-3">{t("The logo of the file is kept.")}</p>
        ) : (
          <Field label={t("Logo")} optional hint={t("An address.")} error={form.errorOf("logo")}>
            <Input name="logo" autoComplete="off" defaultValue={valueOf("logo")} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
