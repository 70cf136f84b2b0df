"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { adoptProjectAction } from "../../actions.ts";

/** The typed number at the service, which is then asked for the project. */
export function AdoptProjectForm({ cloudId }: { cloudId: string }): ReactNode {
  const router = useRouter();
  const form = useActionForm(
    adoptProjectAction,
    ({ id }) => {
      router.push(`/clouds/${cloudId}/projects/${id}`);
    },
    "freely",
  );
  return (
    <form noValidate className="grid max-w-[560px] gap-4" {...form.formProps}>
      <FormErrorSummary
        result={form.result}
        title={t("The project was not added.")}
        shownFields={["serviceId", "name"]}
      />
      <input type="hidden" name="cloudId" value={cloudId} />
      <Field
        label={t("Number of the project")}
        required
        hint={t("The id in the project’s address on the platform.")}
        error={form.errorOf("serviceId")}
      >
        <Input
          name="serviceId"
          inputMode="numeric"
          autoFocus
          autoComplete="off"
          className="max-w-48"
          defaultValue={form.typedOf("serviceId")}
        />
      </Field>
      <Field
        label={t("Name")}
        optional
        hint={t(
          "Used only if the service cannot give the name. Portico always checks that the project exists, by listing its models.",
        )}
        error={form.errorOf("name")}
      >
        <Input name="name" autoComplete="off" defaultValue={form.typedOf("name")} />
      </Field>
      <div className="flex gap-2">
        <SubmitButton pending={form.pending} pendingText={t("Asking the service")}>
          {t("Add the project")}
        </SubmitButton>
        <LinkButton href={`/clouds/${cloudId}`}>{t("Cancel")}</LinkButton>
      </div>
    </form>
  );
}
