"use client";
import { useId, useState, type ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm, type ActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";

type Row = {
  action: FormAction<null>;
  /** Which row, by the name that the action knows. */
  of: Readonly<Record<string, string>>;
  /** What people call it. */
  name: string;
};

/** Other values for one row of a draft, in a dialog over its list. A refusal keeps the dialog with what was typed. */
export function EditRow({
  action,
  of,
  name,
  title,
  description,
  save,
  shown,
  fields,
}: Row & {
  title: string;
  description: string;
  save: string;
  /** Fields that show their own error. */
  shown: readonly string[];
  fields: (form: Pick<ActionForm<null>, "errorOf" | "typedOf">) => ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const formId = useId();
  const form = useActionForm(action, () => {
    setOpen(false);
  });
  return (
    <Dialog
      title={title}
      description={description}
      open={open}
      onOpenChange={setOpen}
      held={form.pending}
      trigger={
        <Button size="sm">
          {t("Edit")}
          <span className="sr-only"> {marked(name)}</span>
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>{t("Cancel")}</Button>
          </DialogClose>
          <SubmitButton form={formId} pending={form.pending} pendingText={t("Checking")}>
            {save}
          </SubmitButton>
        </>
      }
    >
      <form id={formId} className="grid gap-3" {...form.formProps}>
        {Object.entries(of).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <FormErrorSummary result={form.result} title={t("The row was not changed.")} shownFields={shown} />
        {fields(form)}
      </form>
    </Dialog>
  );
}

const ADDRESS = ["address"] as const;

/** The same for a row that is an address: of a list of invitations, or of a plan. */
export function EditAddress({
  typed,
  proposal,
  ...row
}: Row & { typed: string; proposal: string }): ReactNode {
  return (
    <EditRow
      {...row}
      title={t("Edit the address")}
      description={t("Typed in the list: {typed}", { typed })}
      save={t("Use this address")}
      shown={ADDRESS}
      fields={({ errorOf, typedOf }) => (
        <Field label={t("Email address")} required error={errorOf("address")}>
          <Input
            name="address"
            inputMode="email"
            autoComplete="off"
            defaultValue={typedOf("address") ?? proposal}
          />
        </Field>
      )}
    />
  );
}
