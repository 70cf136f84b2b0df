"use client";
import type { ReactNode } from "react";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import type { SuccessionChoice } from "#lib/features/models/schema.ts";
import type { UploadItem } from "./upload-queue.ts";

/** Whether a file becomes a separate model or the next version of one. Nothing where the project has no model yet. */
export function SuccessionField({
  choices: newest,
  item: { file, replaces, isByName, named },
  onChoose,
}: {
  choices: readonly SuccessionChoice[];
  item: UploadItem;
  onChoose: (modelId: number | null) => void;
}): ReactNode {
  const isExtra = named !== null && !newest.some(({ modelId }) => modelId === named.modelId);
  const choices = isExtra ? [named, ...newest] : newest;
  if (choices.length === 0) return null;
  // If somebody else has replaced the chosen model meanwhile, the list says so and nothing is sent.
  const chosen = choices.find(({ modelId }) => modelId === replaces);
  const number = chosen?.nextNumber ?? 2;
  const hint =
    chosen === undefined
      ? t("Existing models stay unchanged.")
      : isByName
        ? t("A model of this name exists. The file becomes its version {number}.", { number })
        : t("The file becomes version {number} of this model.", { number });
  return (
    <Field
      label={
        <>
          {t("Upload as")}
          <span className="sr-only">: {marked(file.name)}</span>
        </>
      }
      hint={hint}
    >
      <Select
        value={chosen === undefined ? "" : String(chosen.modelId)}
        onChange={(event) => onChoose(event.target.value === "" ? null : Number(event.target.value))}
      >
        <option value="">{t("New model")}</option>
        <Options
          of={choices.map(({ modelId, name }) => [
            modelId,
            t("New version of {name} ({modelId})", { name, modelId }),
          ])}
        />
      </Select>
    </Field>
  );
}
