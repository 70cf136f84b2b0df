"use client";
import { Archive } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { PROFILE_WORDS } from "#app/(portal)/exports/_components/run-words.ts";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { RadioCards, type RadioCard } from "#app/_ui/primitives/radio-cards.tsx";
import { EXPORT_PROFILES } from "#lib/elements/export/options.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { useOperationKey } from "../../../_components/use-operation-key.ts";
import { startBulkAction } from "../actions.ts";

const FORM = "bulk-export";

const FORMS: readonly RadioCard[] = [
  {
    value: "files",
    label: "One file for each model",
    hint: "Each as it would be exported alone. A model that fails takes nothing from the others.",
  },
  {
    value: "table",
    label: "One table",
    hint: "All elements in one file, with project and model in front. A property in another unit, or of another kind, gets a column of its own.",
  },
];

type BulkModel = Pick<ModelView, "modelId" | "name" | "stateWords" | "isQueryable" | "type">;

/** Starts the export of many models: chosen ones of a project, or all of a Cloud. */
export function BulkDialog({
  cloudId,
  project,
  formKey,
}: {
  cloudId: string;
  /** The project and its models; null: all models of the Cloud. */
  project: { id: string; models: readonly BulkModel[] } | null;
  formKey: string;
}): ReactNode {
  const router = useRouter();
  const [key, renewKey] = useOperationKey(formKey);
  const form = useActionForm(startBulkAction, () => router.push("/exports/bulk"));
  const isHopeless = project !== null && !project.models.some(({ isQueryable }) => isQueryable);
  return (
    <Dialog
      title="Export elements of many models"
      description={
        project === null
          ? "The models of every project of this Cloud, in one archive with a report."
          : "Models of this project, in one archive with a report."
      }
      trigger={
        <Button disabled={isHopeless}>
          <Archive aria-hidden />
          Export elements…
        </Button>
      }
      onOpenChange={(open) => {
        // A page that the browser kept has the key of the run that was started from it.
        if (open && window.isSecureContext) renewKey();
      }}
      held={form.pending}
      size="lg"
      footer={
        <>
          <DialogClose>
            <Button disabled={form.pending}>Cancel</Button>
          </DialogClose>
          <SubmitButton form={FORM} pending={form.pending} pendingText="Starting the export">
            Start the export
          </SubmitButton>
        </>
      }
    >
      <form {...form.formProps} id={FORM} className="grid gap-4">
        <FormErrorSummary
          result={form.result}
          title="Nothing was exported."
          shownFields={["classes", "models"]}
        />
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="cloudId" value={cloudId} />
        <input type="hidden" name="projectId" value={project?.id ?? ""} />
        <input type="hidden" name="which" value={project === null ? "all" : "chosen"} />
        <Field
          label="IFC classes"
          hint="One or several, with commas between them. Each is read without its subtypes."
          error={form.errorOf("classes")}
          required
        >
          <Input
            name="classes"
            defaultValue={form.typedOf("classes") ?? "IfcDoor"}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <RadioCards
          legend="What becomes of the models"
          name="form"
          columns={2}
          options={FORMS}
          defaultValue={form.typedOf("form") ?? "files"}
        />
        <Field label="Format">
          <Select name="profile" defaultValue={form.typedOf("profile") ?? "programs"}>
            {EXPORT_PROFILES.map((profile) => (
              <option key={profile} value={profile}>
                {PROFILE_WORDS[profile]}
              </option>
            ))}
          </Select>
        </Field>
        {project === null ? (
          <p className="text-13 text-fg-2">
            Models that are not ready are left out, and named in the run and in the archive’s report.
          </p>
        ) : (
          <Models models={project.models} error={form.errorOf("models")} />
        )}
      </form>
    </Dialog>
  );
}

function whyNot(type: BulkModel["type"], stateWords: string): string {
  return type !== null && type !== "IFC" ? `${type}: has no elements` : `${stateWords}: cannot be exported`;
}

function Models({ models, error }: { models: readonly BulkModel[]; error: string | undefined }): ReactNode {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">Models</legend>
      <div className="grid max-h-[40vh] gap-1 overflow-y-auto rounded-2 border border-line px-3 py-2">
        {models.map(({ modelId, name, stateWords, isQueryable, type }) => (
          <Checkbox
            key={modelId}
            name="models"
            value={String(modelId)}
            defaultChecked={isQueryable}
            disabled={!isQueryable}
            label={<span className="[overflow-wrap:anywhere]">{name}</span>}
            hint={isQueryable ? `Model ${String(modelId)}` : whyNot(type, stateWords)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
