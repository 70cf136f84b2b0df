"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { ConnectionChoice, type ConnectionOption } from "../../_components/connection-choice.tsx";
import { adoptCloudAction } from "../../actions.ts";

/** The number at the service, typed once; the service is asked for it where it answers. */
export function AdoptCloudForm({ connections }: { connections: readonly ConnectionOption[] }): ReactNode {
  const router = useRouter();
  const form = useActionForm(adoptCloudAction, ({ id, isVerified }) => {
    toast(
      isVerified
        ? t("The Cloud is here, as the service shows it.")
        : t("The Cloud is here. It is verified when the service first does something in it."),
    );
    router.push(`/clouds/${id}`);
  });
  return (
    <form noValidate className="grid max-w-[560px] gap-4" {...form.formProps}>
      <FormErrorSummary
        result={form.result}
        title={t("The Cloud was not added.")}
        shownFields={["serviceId", "name"]}
      />
      <ConnectionChoice connections={connections} typed={form.typedOf("connectionId")} />
      <Field
        label={t("Number of the Cloud")}
        required
        hint={t("The id in the Cloud’s address on the platform: the digits after /cloud/.")}
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
        hint={t("Used only where the service cannot be asked for its own.")}
        error={form.errorOf("name")}
      >
        <Input name="name" autoComplete="off" defaultValue={form.typedOf("name")} />
      </Field>
      <p className="text-13 text-fg-2">
        {t(
          "A service that shows its Clouds is asked for this one now. One that shows none is believed until the first use, and the Cloud is marked as not verified until then.",
        )}
      </p>
      <div className="flex gap-2">
        <SubmitButton pending={form.pending} pendingText={t("Asking the service")}>
          {t("Add the Cloud")}
        </SubmitButton>
        <LinkButton href="/clouds">{t("Cancel")}</LinkButton>
      </div>
    </form>
  );
}
