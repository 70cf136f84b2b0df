"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { OutcomeNote } from "#app/_features/operations/outcome-note.tsx";
import { withRefusedFields } from "#app/_features/operations/refused-fields.ts";
import { useOperationKey } from "#app/_features/operations/use-operation-key.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput, Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { nameThere, SERVICE_FIELDS } from "#lib/features/projects/schema.ts";
import { ProjectFields } from "../../_components/project-fields.tsx";
import { createProjectAction } from "../../actions.ts";

const SHOWN = ["name", "description", "status", "parentId", "mainModelId", "logo", "again"] as const;

/** All six fields of the interface. The help says what is known of each, and invents no limits. */
export function CreateProjectForm({
  firstKey,
  cloudId,
  parents,
  models,
  areModelsComplete,
}: {
  firstKey: string;
  cloudId: string;
  parents: readonly { serviceId: number; name: string }[];
  models: readonly { modelId: number; name: string; projectName: string }[];
  areModelsComplete: boolean;
}): ReactNode {
  const router = useRouter();
  const [key, renewKey] = useOperationKey(firstKey);
  const sending = useActionForm(
    createProjectAction,
    (outcome) => {
      if (outcome.madeId !== null) router.push(`/clouds/${outcome.cloudId}/projects/${outcome.madeId}`);
      else if (outcome.needsNewKey) renewKey();
    },
    "freely",
  );
  const outcome =
    sending.result?.ok === true && sending.result.data.madeId === null ? sending.result.data : null;
  const form = withRefusedFields(sending, outcome, SERVICE_FIELDS);
  const question = form.errorOf("again");
  return (
    <Form
      of={form}
      noValidate
      className="grid max-w-[560px] gap-4"
      refusal={t("The project was not created.")}
      shown={SHOWN}
      fields={{ key, cloudId }}
    >
      <OutcomeNote subject={t("The project")} outcome={outcome} fields={SERVICE_FIELDS} />
      {question !== undefined && (
        <Note tone="warn" title={question}>
          <Checkbox
            name="again"
            value={nameThere(form.typedOf("parentId") ?? null, form.typedOf("name") ?? "")}
            label={t("Create another project with this name")}
          />
        </Note>
      )}
      <ProjectFields
        values={{ name: "", description: "", status: "A", parentId: "", mainModelId: "" }}
        parents={parents}
        models={models}
        modelHint={
          areModelsComplete
            ? t("Usually empty: a new project has no models yet.")
            : t("Usually empty. Couldn’t load all models of this Cloud, so some may be missing in the list.")
        }
        isNew
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="logo"
          label={t("Logo, as an image")}
          optional
          hint={t("PNG, JPEG, WebP or GIF, at most 256 KiB.")}
        >
          <FileInput name="logoFile" accept="image/png,image/jpeg,image/webp,image/gif" />
        </Field>
        <Field name="logoAddress" label={t("Or as an address")} optional hint={t("Not sent when empty.")}>
          <Input type="url" placeholder={t("https://…")} autoComplete="off" />
        </Field>
      </div>
      <div className="flex gap-2">
        <SubmitButton pendingText={t("Creating the project")}>{t("Create project")}</SubmitButton>
        <LinkButton href={`/clouds/${cloudId}`}>{t("Cancel")}</LinkButton>
      </div>
    </Form>
  );
}
