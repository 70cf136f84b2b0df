"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
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
      <Form
        of={form}
        className="grid max-w-[640px] gap-4"
        refusal={t("Nothing was changed.")}
        shown={SETTINGS_FIELDS}
        fields={{ id }}
      >
        <Field name="name" label={t("Name")} required>
          <Input maxLength={256} autoComplete="off" defaultValue={settings.name} />
        </Field>
        <AccessFields settings={settings} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton pendingText={t("Saving")}>{t("Save changes")}</SubmitButton>
          <span role="status" className="text-13 text-fg-2">
            {form.result?.ok === true && !form.pending && t("Saved. Applies from the next call.")}
          </span>
        </div>
      </Form>
    </Card>
  );
}
