"use client";
import type { ReactNode } from "react";
import { useOperationKey } from "#app/_features/operations/use-operation-key.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput, Textarea } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { prepareListAction } from "../../actions.ts";

/** Projects as lines of CSV, pasted or in a file. */
export function ProjectListForm({ firstKey, cloudId }: { firstKey: string; cloudId: string }): ReactNode {
  const [key] = useOperationKey(firstKey);
  return (
    <FormOf
      action={prepareListAction}
      className="grid max-w-[640px] gap-4"
      refusal={t("Nothing was checked.")}
      shown={["text"]}
      keptAs={`projects ${cloudId}`}
      fields={{ key, cloudId }}
    >
      <Field
        name="text"
        label={t("Projects")}
        hint={t("CSV lines with headings, or plain names, one per line.")}
      >
        <Textarea rows={9} autoFocus autoComplete="off" spellCheck={false} className="font-mono text-12" />
      </Field>
      <Field
        label={t("Or a file")}
        optional
        hint={t("CSV, in UTF-8, UTF-16 or as a spreadsheet saves it; at most 2 MB.")}
      >
        <FileInput name="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton pendingText={t("Checking rows")}>{t("Check rows")}</SubmitButton>
        <LinkButton href={`/clouds/${cloudId}`}>{t("Back to the projects")}</LinkButton>
        <span className="text-12 text-fg-3">{t("Nothing is sent yet.")}</span>
      </div>
    </FormOf>
  );
}
