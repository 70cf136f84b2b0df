"use client";
import { useCallback, useState, type ReactNode, type SyntheticEvent } from "react";
import { ExportChoices } from "#app/_features/exports/export-choices.tsx";
import { Form } from "#app/_ui/forms/form.tsx";
import type { ActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RadioCards, type RadioCard } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import { plainOptions } from "#lib/elements/files/options.ts";
import { bulkClassesSchema, type BulkForm as BulkFormName } from "#lib/features/exports/bulk-schema.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import { BulkForecast } from "./bulk-forecast.tsx";
import { AskedModels, BulkModels, type BulkModel } from "./bulk-models.tsx";
import { BulkViewField, EVERYTHING, SHOWN_VIEW, type BulkWhat } from "./bulk-view-field.tsx";

const forms = (): readonly RadioCard[] => [
  {
    value: "files",
    label: t("One file for each model"),
    hint: t("Same as exporting each model alone. If one model fails, the others are still exported."),
  },
  {
    value: "table",
    label: t("One table"),
    hint: t(
      "All elements in one file, with project and model in the first columns. A property in another unit or of another kind gets its own column.",
    ),
  },
];

type Props = {
  id: string;
  form: ActionForm<{ id: string }>;
  operationKey: string;
  cloudId: string;
  project: { id: string; models: readonly BulkModel[] | null } | null;
  shown: ViewContent | null;
  choice: ExportChoice;
  onChoose: (choice: ExportChoice) => void;
};

/** What to export, of which models, in which format, and what will be lost. */
export function BulkForm(props: Props): ReactNode {
  const { id, form, cloudId, project, shown, choice, onChoose } = props;
  const [what, setWhat] = useState<BulkWhat>(
    shown === null ? EVERYTHING : { id: SHOWN_VIEW, content: shown },
  );
  const [classes, setClasses] = useState(form.typedOf("classes") ?? "IfcDoor");
  const [shape, setShape] = useState<BulkFormName>("files");
  const [models, setModels] = useState<readonly number[]>(ready(project?.models ?? []));
  const onModels = useCallback((found: readonly BulkModel[]) => setModels(ready(found)), []);
  const chooseWhat = (next: BulkWhat): void => {
    setWhat(next);
    if (next.content === null || next.id === SHOWN_VIEW) return;
    const { profile, unitInHeading } = next.content;
    onChoose({ profile, options: { ...plainOptions(profile), unitInHeading } });
  };
  const onChange = (event: SyntheticEvent<HTMLFormElement>): void => {
    const sent = new FormData(event.currentTarget);
    setShape(sent.get("form") === "table" ? "table" : "files");
    setModels(sent.getAll("models").map(Number));
  };
  const named = bulkClassesSchema.safeParse(classes);
  const ifcClasses = what.content?.ifcClasses ?? (named.success ? named.data : []);
  const question =
    ifcClasses.length === 0 || (project !== null && models.length === 0)
      ? null
      : {
          cloudId,
          projectId: project?.id ?? null,
          models: project === null ? null : models,
          classes: ifcClasses,
          view: what.content,
          form: shape,
        };
  const modelsError = form.errorOf("models");
  return (
    <Form
      of={form}
      id={id}
      onChange={onChange}
      className="grid min-w-0 gap-4"
      refusal={t("Nothing was exported.")}
      shown={["classes", "models"]}
      fields={{
        key: props.operationKey,
        cloudId,
        projectId: project?.id ?? "",
        which: project === null ? "all" : "chosen",
        options: JSON.stringify(choice.options),
        ...(what.id === SHOWN_VIEW ? { content: JSON.stringify(what.content) } : { view: what.id }),
      }}
    >
      <div className="grid min-w-0 gap-5 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid min-w-0 content-start gap-4">
          <BulkViewField what={what} shown={shown} onChange={chooseWhat} />
          {what.content === null && (
            <Field
              name="classes"
              label={t("IFC classes")}
              hint={t("One or several, separated by commas. Subtypes are not included.")}
              required
            >
              <Input
                value={classes}
                onChange={(event) => setClasses(event.currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          )}
          {project === null ? (
            <p className="text-13 text-fg-2">
              {t("Models that are not ready are left out. The export and the archive’s report name them.")}
            </p>
          ) : project.models === null ? (
            <AskedModels projectId={project.id} error={modelsError} onModels={onModels} />
          ) : (
            <BulkModels models={project.models} error={modelsError} />
          )}
          <RadioCards
            legend={t("What happens to the models")}
            name="form"
            options={forms()}
            defaultValue="files"
          />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <ExportChoices choice={choice} onChange={onChoose} />
          <BulkForecast
            question={question}
            isFiltered={
              what.content !== null && (what.content.filters.length > 0 || what.content.search !== "")
            }
            choice={choice}
            onChoose={onChoose}
          />
        </div>
      </div>
    </Form>
  );
}

function ready(models: readonly BulkModel[]): number[] {
  return models.filter(({ isQueryable }) => isQueryable).map(({ modelId }) => modelId);
}
