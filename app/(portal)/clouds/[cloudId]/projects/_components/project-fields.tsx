"use client";
import type { ReactNode } from "react";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select, Textarea } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";

export type ParentOption = { serviceId: number; name: string };
export type ModelOption = { modelId: number; name: string; projectName: string };

type Values = { name: string; description: string; status: string; parentId: string; mainModelId: string };

/** Five of the six fields of a project. The help says what is known of each, and invents no rules. */
export function ProjectFields({
  values,
  parents,
  models,
  modelHint,
  isNew = false,
}: {
  values: Values;
  parents: readonly ParentOption[];
  models: readonly ModelOption[];
  modelHint: string;
  isNew?: boolean;
}): ReactNode {
  return (
    <>
      <Field name="name" label={t("Name")} required hint={t("1 to 256 characters.")}>
        <Input autoFocus={isNew} autoComplete="off" defaultValue={values.name} />
      </Field>
      <Field name="description" label={t("Description")} optional hint={t("Plain text.")}>
        <Textarea rows={3} defaultValue={values.description} />
      </Field>
      <RadioCards
        legend={t("Status")}
        name="status"
        columns={2}
        defaultValue={values.status}
        options={[
          {
            value: "A",
            label: t("Active"),
            hint: t("The usual status of a new project."),
          },
          {
            value: "D",
            label: t("Deleted"),
            hint: isNew ? t("Created, but marked as deleted.") : t("The service decides what happens next."),
          },
        ]}
      />
      <Field name="parentId" label={t("Parent project")} optional hint={t("A project of this Cloud.")}>
        <Select defaultValue={values.parentId}>
          <option value="">{t("None, at the top")}</option>
          {missingOption(
            values.parentId,
            parents.map((parent) => parent.serviceId),
            (value) => t("Project {value}, unchanged", { value }),
          )}
          <Options of={parents.map((parent) => [parent.serviceId, `${parent.name} (${parent.serviceId})`])} />
        </Select>
      </Field>
      <Field name="mainModelId" label={t("Main model")} optional hint={modelHint}>
        <Select defaultValue={values.mainModelId}>
          <option value="">{t("No main model")}</option>
          {missingOption(
            values.mainModelId,
            models.map((model) => model.modelId),
            (value) => t("Model {value}, unchanged", { value }),
          )}
          <Options
            of={models.map((model) => [
              model.modelId,
              `${model.name} (${model.modelId}, ${model.projectName})`,
            ])}
          />
        </Select>
      </Field>
    </>
  );
}

/** A current value that is not among the choices stays selected, instead of silently becoming "none". */
function missingOption(value: string, known: readonly number[], words: (value: string) => string): ReactNode {
  if (value === "" || known.map(String).includes(value)) return null;
  return <option value={value}>{words(value)}</option>;
}
