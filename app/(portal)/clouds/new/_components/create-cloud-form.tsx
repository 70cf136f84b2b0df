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
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { ConnectionChoice, type ConnectionOption } from "../../_components/connection-choice.tsx";
import { createCloudAction } from "../../actions.ts";

const SERVICE_FIELDS = { name: "name" };

/** Name and service. A double press, the same form in a second tab, or a reload of the post still create only one Cloud. */
export function CreateCloudForm({
  firstKey,
  connections,
}: {
  firstKey: string;
  connections: readonly ConnectionOption[];
}): ReactNode {
  const router = useRouter();
  const [key, renewKey] = useOperationKey(firstKey);
  const sending = useActionForm(
    createCloudAction,
    (outcome) => {
      if (outcome.madeId !== null) router.push(`/clouds/${outcome.madeId}`);
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
      refusal={t("The Cloud was not created.")}
      shown={["name", "again"]}
      fields={{ key }}
    >
      <OutcomeNote subject={t("The Cloud")} outcome={outcome} fields={SERVICE_FIELDS} />
      <Field
        name="name"
        label={t("Name")}
        required
        hint={t("1 to 256 characters. Invited people see this name.")}
      >
        <Input autoFocus autoComplete="off" />
      </Field>
      {question !== undefined && (
        <Note tone="warn" title={question}>
          <Checkbox
            name="again"
            value={form.typedOf("name") ?? ""}
            label={t("Create another Cloud with this name")}
          />
        </Note>
      )}
      <ConnectionChoice connections={connections} />
      <p className="text-13 text-fg-2">
        {t(
          "If the connection breaks, Portico checks whether the Cloud was created. It is never created twice.",
        )}
      </p>
      <div className="flex gap-2">
        <SubmitButton pendingText={t("Creating the Cloud")}>{t("Create Cloud")}</SubmitButton>
        <LinkButton href="/clouds">{t("Cancel")}</LinkButton>
      </div>
    </Form>
  );
}
