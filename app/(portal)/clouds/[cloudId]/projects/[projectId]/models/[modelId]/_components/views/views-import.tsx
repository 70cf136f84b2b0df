"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { importViewAction } from "./actions.ts";

/** Saves the view from a file that was exported here or elsewhere. */
export function ImportView({ onImported }: { onImported: () => void }): ReactNode {
  const form = useActionForm(importViewAction, onImported);
  const name = form.result?.ok === true ? form.result.data.name : null;
  return (
    <Form of={form} className="grid gap-2 border-t border-line pt-3" refusal={t("No view was imported.")}>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={t("A view from a file")}>
            <FileInput name="file" accept=".json,application/json" />
          </Field>
        </div>
        <Button type="submit" pending={form.pending} pendingText={t("Importing")}>
          {t("Import view")}
        </Button>
      </div>
      <span role="status" className="text-12 text-fg-3">
        {name !== null && t("“{name}” was saved to your views.", { name })}
      </span>
    </Form>
  );
}
