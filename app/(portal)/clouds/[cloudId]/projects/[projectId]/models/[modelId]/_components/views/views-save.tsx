"use client";
import { useState, type ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { keepView } from "#lib/features/views/fit.ts";
import { VIEW_NAME_LENGTH_MAX } from "#lib/features/views/schema.ts";
import { saveViewAction } from "./actions.ts";
import type { ViewsProps } from "./views-props.ts";

const PLAIN = { profile: "programs", unitInHeading: false } as const;

/** Saves what the table shows now under a name. */
export function SaveView({
  view,
  ifcClasses,
  columns,
  canShare,
  onSaved,
}: Pick<ViewsProps, "view" | "ifcClasses" | "columns"> & {
  canShare: boolean;
  onSaved: () => void;
}): ReactNode {
  const [saved, setSaved] = useState("");
  const form = useActionForm(saveViewAction, ({ name }) => {
    setSaved(name);
    onSaved();
  });
  return (
    <Form
      of={form}
      className="grid gap-3 rounded-2 border border-line p-3"
      refusal={t("The view was not saved.")}
      shown={["name"]}
      fields={{ content: JSON.stringify(keepView(view, { ifcClasses, columns }, PLAIN)) }}
    >
      <Field name="name" label={t("Save the table as a view")}>
        <Input maxLength={VIEW_NAME_LENGTH_MAX} placeholder={t("Fire doors by floor")} autoComplete="off" />
      </Field>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field name="profile" label={t("CSV format for")}>
          <Select defaultValue={PLAIN.profile}>
            <option value="programs">{t("Programs: comma, decimal point")}</option>
            <option value="spreadsheets">{t("Spreadsheets: semicolon, decimal comma")}</option>
          </Select>
        </Field>
        <Checkbox name="units" label={t("Units in the headings")} />
        {canShare && <Checkbox name="shared" label={t("Share with all staff")} />}
        <SubmitButton pendingText={t("Saving")}>{t("Save view")}</SubmitButton>
      </div>
      <span role="status" className="text-12 text-fg-3">
        {saved !== "" && form.result?.ok === true && t("“{saved}” is saved.", { saved })}
      </span>
    </Form>
  );
}
