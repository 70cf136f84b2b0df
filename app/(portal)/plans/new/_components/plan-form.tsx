"use client";
import type { ReactNode } from "react";
import {
  ConnectionChoice,
  type ConnectionOption,
} from "#app/(portal)/clouds/_components/connection-choice.tsx";
import { RoleCards } from "#app/_features/invitations/role-cards.tsx";
import { useOperationKey } from "#app/_features/operations/use-operation-key.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput, Input, Textarea } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { preparePlanAction } from "../../actions.ts";

/** A name, projects as an outline and addresses; or a file with all of that. */
export function PlanForm({
  firstKey,
  connections,
  refusesRoles,
}: {
  firstKey: string;
  connections: readonly ConnectionOption[];
  /** A service recently refused the role of an invitation. */
  refusesRoles: boolean;
}): ReactNode {
  const [key] = useOperationKey(firstKey);
  return (
    <FormOf
      action={preparePlanAction}
      noValidate
      className="grid max-w-[640px] gap-4"
      refusal={t("The plan was not created.")}
      shown={["name", "projects", "people", "file"]}
      keptAs="plan"
      fields={{ key }}
    >
      <ConnectionChoice connections={connections} />
      <Field
        name="name"
        label={t("Name of the Cloud")}
        hint={t("1 to 256 characters. Invited people see this name.")}
      >
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field
        name="projects"
        label={t("Projects")}
        optional
        hint={t(
          "One project per line. Indent a line to put the project under the line above. A line that ends in .ifc or .ifczip is a model of that project; you choose its file next.",
        )}
      >
        <Textarea rows={6} autoComplete="off" spellCheck={false} className="font-mono text-12" />
      </Field>
      <Field
        name="people"
        label={t("People to invite")}
        optional
        hint={t("Email addresses, separated by commas or lines. Names in front are fine.")}
      >
        <Textarea rows={4} autoComplete="off" spellCheck={false} className="font-mono text-12" />
      </Field>
      <RoleCards legend={t("Role of the invited people")} refusesRoles={refusesRoles} />
      <Field
        name="file"
        label={t("Or a file")}
        optional
        hint={t("JSON as in the example, at most 2 MB. Leave the fields above empty.")}
      >
        <FileInput accept=".json,application/json" />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton pendingText={t("Creating the plan")}>{t("Create plan")}</SubmitButton>
        <LinkButton href="/plans">{t("Back to the plans")}</LinkButton>
        <span className="text-12 text-fg-3">{t("Nothing is sent yet.")}</span>
      </div>
    </FormOf>
  );
}
