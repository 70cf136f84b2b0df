"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { AccessFields, SETTINGS_FIELDS, type Settings } from "../../_components/settings-fields.tsx";
import { changeAction } from "../../actions.ts";

/** Name, scopes, rules and limits of an existing application; changes apply from its next call on. */
export function SettingsForm({ id, settings }: { id: number; settings: Settings }): ReactNode {
  const form = useActionForm(changeAction);
  return (
    <Card title={t("Permissions")}>
      <form className="grid max-w-[640px] gap-4" {...form.formProps}>
        <FormErrorSummary
          result={form.result}
          title={t("Nothing was changed.")}
          shownFields={SETTINGS_FIELDS}
        />
        <input type="hidden" name="id" value={id} />
        <Field label={t("Name")} required error={form.errorOf("name")}>
          <Input
            name="name"
            maxLength={256}
            autoComplete="off"
            defaultValue={form.typedOf("name") ?? settings.name}
          />
        </Field>
        <AccessFields settings={settings} typedOf={form.typedOf} errorOf={form.errorOf} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton pending={form.pending} pendingText={t("Saving")}>
            {t("Save changes")}
          </SubmitButton>
          <span role="status" className="text-13 text-fg-2">
            {form.result?.ok === true && !form.pending && t("Saved. Applies from the next call.")}
          </span>
        </div>
      </form>
    </Card>
  );
}
