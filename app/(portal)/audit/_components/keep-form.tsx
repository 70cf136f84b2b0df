"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { keepAuditAction } from "../actions.ts";

/** For how many months rows are kept. */
export function KeepForm({ months, monthsMin }: { months: number | null; monthsMin: number }): ReactNode {
  const form = useActionForm(keepAuditAction);
  return (
    <Form of={form} className="grid gap-3" refusal={t("The retention was not changed.")} shown={["months"]}>
      {form.result?.ok === true && (
        <Note tone="ok" live title={keptWords(form.result.data.months)}>
          {t("Older rows are deleted within ten minutes. This cannot be undone.")}
        </Note>
      )}
      <Field
        name="months"
        label={t("Keep rows for months")}
        hint={t("At least {monthsMin}. Leave empty to keep everything.", { monthsMin })}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="max-w-28"
          defaultValue={months === null ? "" : String(months)}
        />
      </Field>
      <div>
        <SubmitButton variant="default" pendingText={t("Saving")}>
          {t("Save")}
        </SubmitButton>
      </div>
    </Form>
  );
}

function keptWords(months: number | null): string {
  return months === null
    ? t("The audit is kept forever.")
    : t("The audit is kept for {months} months.", { months });
}
