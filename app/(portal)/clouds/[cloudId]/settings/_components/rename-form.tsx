"use client";
import { Fragment, type ReactNode } from "react";
import { toast } from "#app/_ui/providers/toast.ts";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { changeCloudAction } from "#app/(portal)/clouds/actions.ts";

/** The Cloud's one field. A new version resets it, so that it always starts from the current name. */
export function RenameForm({ id, version, name }: { id: string; version: number; name: string }): ReactNode {
  const form = useActionForm(
    changeCloudAction,
    (data) => {
      toast(t("The Cloud is now called “{name}”, here and at the service.", { name: data.name }));
    },
    "freely",
  );
  return (
    <form noValidate className="grid max-w-[560px] gap-4" {...form.formProps}>
      <FormErrorSummary result={form.result} title={t("The name was not changed.")} shownFields={["name"]} />
      <Fragment key={version}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <Field
          label={t("Name")}
          required
          hint={t("1 to 256 characters. Invited people see this name.")}
          error={form.errorOf("name")}
        >
          <Input name="name" autoComplete="off" defaultValue={form.typedOf("name") ?? name} />
        </Field>
      </Fragment>
      <div>
        <SubmitButton pending={form.pending} pendingText={t("Changing the name")}>
          {t("Change the name")}
        </SubmitButton>
      </div>
    </form>
  );
}
