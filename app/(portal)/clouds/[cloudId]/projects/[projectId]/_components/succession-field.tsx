"use client";
import { useState, type ReactNode } from "react";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";

export type Succession = {
  /** Models that may get a next version: the last one of each series. */
  choices: readonly ModelView[];
  /** The model that the file replaces; null: it becomes a model of its own. */
  replaces: number | null;
  /** The file has the name of that model, which is why it was proposed. */
  isByName: boolean;
  choose: (modelId: number | null) => void;
  /** A file was chosen: a model of its name is proposed, without one nothing is. */
  offer: (fileName: string | null) => void;
};

/** Whether an upload is a model of its own or the next version of one; the person sees and changes it before the file is sent. */
export function useSuccession(models: readonly ModelView[]): Succession {
  const [choice, setChoice] = useState<{ modelId: number; isByName: boolean } | null>(null);
  const choices = models.filter(
    ({ type, version }) => (type === null || type === "IFC") && version?.isLast !== false,
  );
  // Replaced by somebody else while it stood chosen: the list tells, and nothing is sent in its place.
  const current = choices.some(({ modelId }) => modelId === choice?.modelId) ? choice : null;
  return {
    choices,
    replaces: current?.modelId ?? null,
    isByName: current?.isByName ?? false,
    choose: (modelId) => setChoice(modelId === null ? null : { modelId, isByName: false }),
    offer: (fileName) => {
      const named = fileName === null ? undefined : choices.find((model) => hasName(model, fileName));
      setChoice(named === undefined ? null : { modelId: named.modelId, isByName: true });
    },
  };
}

function hasName({ name, fileName }: ModelView, wanted: string): boolean {
  return [name, fileName].some((known) => known !== null && subjectName(known) === subjectName(wanted));
}

/** Nothing where the project has no model yet. */
export function SuccessionField({
  succession: { choices, replaces, isByName, choose },
  disabled,
}: {
  succession: Succession;
  disabled: boolean;
}): ReactNode {
  if (choices.length === 0) return null;
  const chosen = choices.find(({ modelId }) => modelId === replaces);
  const number = (chosen?.version?.number ?? 1) + 1;
  const hint =
    chosen === undefined
      ? t("Existing models stay as they are.")
      : isByName
        ? t("A model of this name exists. The file becomes its version {number}.", { number })
        : t("The file becomes version {number} of this model.", { number });
  return (
    <div className="min-w-0 flex-[0_1_22rem] max-sm:flex-auto">
      <Field label={t("Upload as")} hint={hint}>
        <Select
          value={replaces === null ? "" : String(replaces)}
          disabled={disabled}
          onChange={(event) => choose(event.target.value === "" ? null : Number(event.target.value))}
        >
          <option value="">{t("New model")}</option>
          {choices.map(({ modelId, name }) => (
            <option key={modelId} value={modelId}>
              {t("New version of {name} ({modelId})", { name, modelId })}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
