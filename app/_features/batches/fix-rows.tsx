"use client";
import { useState, type ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { useHydrated } from "#app/_ui/forms/use-hydrated.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

type Scope = { value: string; label: string };
/** A fix that fits all of them; `field`: the input it needs. */
type Fix = { value: string; label: string; field?: { name: string; label: string; hint: string } };

/** One fix for many rows of a draft: for rows ticked in the table, whose tick boxes name this form by its id, or for all of a verdict. */
export function FixRows({
  id,
  action,
  listId,
  scopes,
  scope,
  fixes,
}: {
  id: string;
  action: FormAction<{ changed: number; left: number }>;
  listId: string;
  scopes: readonly Scope[];
  /** The choice at first. */
  scope: string;
  fixes: readonly Fix[];
}): ReactNode {
  const form = useActionForm(action);
  const [fix, setFix] = useState(form.typedOf("fix") ?? fixes[0]?.value ?? "");
  const isReady = useHydrated();
  const fields = fixes.flatMap(({ value, field }) =>
    field !== undefined && (!isReady || value === fix) ? [field] : [],
  );
  const done = form.result?.ok === true ? form.result.data : null;
  return (
    <Form
      of={form}
      id={id}
      className="grid gap-2"
      aria-label={t("One fix for several rows")}
      refusal={t("Nothing was changed.")}
      shown={["rows", ...fields.map(({ name }) => name)]}
      fields={{ listId }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field name="rows" label={t("Rows")}>
          <Select key={scope} defaultValue={scope}>
            <Options of={scopes.map(({ value, label }) => [value, label])} />
          </Select>
        </Field>
        <Field name="fix" label={t("Fix")}>
          <Select value={fix} onChange={(event) => setFix(event.currentTarget.value)}>
            <Options of={fixes.map(({ value, label }) => [value, label])} />
          </Select>
        </Field>
        {fields.map(({ name, label, hint }) => (
          <Field key={name} name={name} label={label} hint={hint}>
            <Input autoComplete="off" />
          </Field>
        ))}
        <SubmitButton variant="default" className="max-sm:w-full sm:mt-[23px]" pendingText={t("Changing")}>
          {t("Change rows")}
        </SubmitButton>
      </div>
      {done !== null && (
        <Note
          tone={done.left === 0 ? "ok" : "warn"}
          live
          title={t("{count, plural, one {# row} other {# rows}} changed.", { count: done.changed })}
        >
          {done.left > 0 &&
            t(
              "{count, plural, one {# row} other {# rows}} cannot be changed this way. The check result says why.",
              { count: done.left },
            )}
        </Note>
      )}
    </Form>
  );
}
