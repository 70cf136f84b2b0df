"use client";
import { Fragment, type ReactNode } from "react";
import { changeCloudAction } from "#app/(portal)/clouds/actions.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { toast } from "#app/_ui/providers/toast.ts";
import { t } from "#lib/core/texts.ts";

/** The Cloud's one field. A new version resets it, so that it always starts from the current name. */
export function RenameForm({ id, version, name }: { id: string; version: number; name: string }): ReactNode {
  return (
    <FormOf
      action={changeCloudAction}
      onDone={(data) => {
        toast(t("The Cloud is now called “{name}”, here and at the service.", { name: data.name }));
      }}
      freely
      noValidate
      className="grid max-w-[560px] gap-4"
      refusal={t("The name was not changed.")}
      shown={["name"]}
      fields={{ id, version }}
    >
      <Fragment key={version}>
        <Field
          name="name"
          label={t("Name")}
          required
          hint={t("1 to 256 characters. Invited people see this name.")}
        >
          <Input autoComplete="off" defaultValue={name} />
        </Field>
      </Fragment>
      <div>
        <SubmitButton pendingText={t("Changing the name")}>{t("Change the name")}</SubmitButton>
      </div>
    </FormOf>
  );
}
