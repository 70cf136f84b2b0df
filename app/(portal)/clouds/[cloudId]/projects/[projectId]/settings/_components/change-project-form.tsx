"use client";
import { Fragment, useState, type ReactNode } from "react";
import {
  ProjectFields,
  type ModelOption,
  type ParentOption,
} from "#app/(portal)/clouds/[cloudId]/projects/_components/project-fields.tsx";
import { ProjectLogo } from "#app/(portal)/clouds/[cloudId]/projects/_components/project-logo.tsx";
import { changeProjectAction } from "#app/(portal)/clouds/[cloudId]/projects/actions.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput, Input, Select } from "#app/_ui/primitives/input.tsx";
import { toast } from "#app/_ui/providers/toast.ts";
import { t } from "#lib/core/texts.ts";
import type { ProjectRow } from "#lib/features/projects/queries.ts";

const SHOWN = ["name", "description", "status", "parentId", "mainModelId", "logo"] as const;

/** All six fields with their current values; unchanged fields are not sent. A new version resets the fields. */
export function ChangeProjectForm({
  project,
  parents,
  models,
  areModelsComplete,
}: {
  project: ProjectRow;
  parents: readonly ParentOption[];
  models: readonly ModelOption[];
  areModelsComplete: boolean;
}): ReactNode {
  const [fate, setFate] = useState<string>("keep");
  return (
    <FormOf
      action={changeProjectAction}
      onDone={(data) => {
        setFate("keep");
        toast(
          data.isChanged ? t("The project was changed, here and at the service.") : t("You changed nothing."),
        );
      }}
      freely
      noValidate
      className="grid max-w-[560px] gap-4"
      refusal={t("The project was not changed.")}
      shown={SHOWN}
      fields={{ id: project.id, version: project.version }}
    >
      <Fragment key={project.version}>
        <ProjectFields
          values={{
            name: project.name,
            description: project.description ?? "",
            status: project.status === "D" ? "D" : "A",
            parentId: project.parentServiceId === null ? "" : String(project.parentServiceId),
            mainModelId: project.mainModelId === null ? "" : String(project.mainModelId),
          }}
          parents={parents}
          models={models}
          modelHint={
            areModelsComplete
              ? t("A model of this Cloud.")
              : t("Couldn’t load all models of this Cloud, so some may be missing in the list.")
          }
        />
        <div className="flex flex-wrap items-center gap-3 text-13">
          <ProjectLogo project={project} />
          {project.logo?.kind === "address" && (
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t("The logo is at {address}", { address: project.logo.href })}
            </span>
          )}
          {project.logo?.kind === "other" && (
            <span>{t("The service has a logo that Portico cannot show.")}</span>
          )}
        </div>
        <Field name="logo" label={t("Logo")} optional>
          <Select name="logoFate" value={fate} onChange={(event) => setFate(event.target.value)}>
            <option value="keep">
              {project.logo === null ? t("None, unchanged") : t("Keep the current logo")}
            </option>
            <option value="replace">{project.logo === null ? t("Set a logo") : t("Replace the logo")}</option>
            {project.logo !== null && <option value="remove">{t("Remove the logo")}</option>}
          </Select>
        </Field>
        {fate === "replace" && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("As an image")} optional hint={t("PNG, JPEG, WebP or GIF, at most 256 KiB.")}>
              <FileInput name="logoFile" accept="image/png,image/jpeg,image/webp,image/gif" />
            </Field>
            <Field label={t("Or as an address")} optional>
              <Input name="logoAddress" type="url" placeholder={t("https://…")} autoComplete="off" />
            </Field>
          </div>
        )}
      </Fragment>
      <div>
        <SubmitButton pendingText={t("Changing the project")}>{t("Change the project")}</SubmitButton>
      </div>
    </FormOf>
  );
}
