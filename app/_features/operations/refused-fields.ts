import type { ActionForm } from "#app/_ui/forms/use-action-form.ts";
import type { OperationOutcome } from "./operation-outcome.ts";

/** The form's field for each of the service's field names (docs/service, "Records"). */
export type FieldNames = Readonly<Record<string, string>>;

/** A form whose fields also show the service's messages about them after a refusal. */
export function withRefusedFields<Data>(
  form: ActionForm<Data>,
  outcome: OperationOutcome | null,
  fields: FieldNames,
): ActionForm<Data> {
  const said = Object.entries(outcome?.fieldErrors ?? {});
  return {
    ...form,
    errorOf: (field) => form.errorOf(field) ?? said.find(([name]) => fields[name] === field)?.[1].join(" "),
  };
}

/** Whether the form shows all the service's messages below its fields. */
export function areAllAtFields(outcome: OperationOutcome, fields: FieldNames): boolean {
  const names = Object.keys(outcome.fieldErrors);
  return outcome.state === "REFUSED" && names.length > 0 && names.every((name) => name in fields);
}
