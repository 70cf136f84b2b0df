"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
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
    <form className="grid gap-3" {...form.formProps}>
      <FormErrorSummary
        result={form.result}
        title={t("The retention was not changed.")}
        shownFields={["months"]}
      />
      {form.result?.ok === true && (
        <Note tone="ok" live title={keptWords(form.result.data.months)}>
          {t("Older rows are deleted within ten minutes. This cannot be undone.")}
        </Note>
      )}
      <Field
        label={t("Keep rows for months")}
        hint={t("At least {monthsMin}. Leave empty to keep everything.", { monthsMin })}
        error={form.errorOf("months")}
      >
        <Input
          name="months"
          inputMode="numeric"
          autoComplete="off"
          className="max-w-28"
          defaultValue={form.typedOf("months") ?? (months === null ? "" : String(months))}
        />
      </Field>
      <div>
        <SubmitButton variant="default" pending={form.pending} pendingText={t("Saving")}>
          {t("Save")}
        </SubmitButton>
      </div>
    </form>
  );
}

function keptWords(months: number | null): string {
  return months === null
    ? t("The audit is kept forever.")
    : t("The audit is kept for {months} months.", { months });
}
