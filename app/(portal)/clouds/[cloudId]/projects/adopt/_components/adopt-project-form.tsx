"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { adoptProjectAction } from "../../actions.ts";

/** The typed number at the service, which is then asked for the project. */
export function AdoptProjectForm({ cloudId }: { cloudId: string }): ReactNode {
  const router = useRouter();
  return (
    <FormOf
      action={adoptProjectAction}
      onDone={({ id }) => {
        router.push(`/clouds/${cloudId}/projects/${id}`);
      }}
      freely
      noValidate
      className="grid max-w-[560px] gap-4"
      refusal={t("The project was not added.")}
      shown={["serviceId", "name"]}
      fields={{ cloudId }}
    >
      <Field
        name="serviceId"
        label={t("Number of the project")}
        required
        hint={t("The id in the project’s address on the platform.")}
      >
        <Input inputMode="numeric" autoFocus autoComplete="off" className="max-w-48" />
      </Field>
      <Field
        name="name"
        label={t("Name")}
        optional
        hint={t(
          "Used only if the service cannot give the name. Portico always checks that the project exists, by listing its models.",
        )}
      >
        <Input autoComplete="off" />
      </Field>
      <div className="flex gap-2">
        <SubmitButton pendingText={t("Asking the service")}>{t("Add the project")}</SubmitButton>
        <LinkButton href={`/clouds/${cloudId}`}>{t("Cancel")}</LinkButton>
      </div>
    </FormOf>
  );
}
