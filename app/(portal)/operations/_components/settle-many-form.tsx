"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { marked } from "#app/_ui/marked.ts";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Textarea } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";
import { settleManyAction } from "../actions.ts";

/** One decision for several uncertain operations. Results that exist are linked one by one, by number. */
export function SettleManyForm({
  choices,
}: {
  choices: readonly { id: string; words: string }[];
}): ReactNode {
  const form = useActionForm(settleManyAction, undefined, "freely");
  const report = form.result?.ok === true ? form.result.data : null;
  const wordsOf = (id: string): string =>
    choices.find((choice) => choice.id === id)?.words ?? t("An operation");
  return (
    <Form of={form} className="grid gap-4" refusal={t("Nothing was settled.")} shown={["note"]}>
      {report !== null && (
        <Note
          tone={report.left.length === 0 ? "ok" : "warn"}
          live
          title={t("{settled} settled.", { settled: report.settled })}
        >
          {report.left.map(({ id, reason }) => (
            <span key={id} className="block">
              {marked(wordsOf(id))}: {reason}
            </span>
          ))}
        </Note>
      )}
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-13 font-medium">{t("Which")}</legend>
        {choices.map(({ id, words }) => (
          <Checkbox key={id} name="ids" value={id} label={words} />
        ))}
      </fieldset>
      <RadioCards
        legend={t("What applies to all of them?")}
        name="decision"
        columns={2}
        options={[
          {
            value: "absent",
            label: t("Do not exist"),
            hint: t("You can create each item again."),
          },
          {
            value: "close",
            label: t("Close as uncertain"),
            hint: t("The operations stay listed as closed, uncertain."),
          },
        ]}
      />
      <Field name="note" label={t("How you know")} hint={t("At least 10 characters.")}>
        <Textarea rows={2} />
      </Field>
      <div>
        <SubmitButton pendingText={t("Settling")}>{t("Settle operations")}</SubmitButton>
      </div>
    </Form>
  );
}
