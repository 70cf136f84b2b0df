"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { toast } from "#app/_ui/providers/toast.ts";
import { t } from "#lib/core/texts.ts";
import { ConnectionChoice, type ConnectionOption } from "../../_components/connection-choice.tsx";
import { adoptCloudAction } from "../../actions.ts";

/** The typed number at the service, which is then asked for the Cloud where it offers that. */
export function AdoptCloudForm({ connections }: { connections: readonly ConnectionOption[] }): ReactNode {
  const router = useRouter();
  return (
    <FormOf
      action={adoptCloudAction}
      onDone={({ id, isVerified }) => {
        toast(
          isVerified
            ? t("The Cloud was added.")
            : t("The Cloud was added. Portico verifies it at its first use."),
        );
        router.push(`/clouds/${id}`);
      }}
      freely
      noValidate
      className="grid max-w-[560px] gap-4"
      refusal={t("The Cloud was not added.")}
      shown={["serviceId", "name"]}
    >
      <ConnectionChoice connections={connections} />
      <Field
        name="serviceId"
        label={t("Number of the Cloud")}
        required
        hint={t("The id in the Cloud’s address on the platform: the digits after /cloud/.")}
      >
        <Input inputMode="numeric" autoFocus autoComplete="off" className="max-w-48" />
      </Field>
      <Field
        name="name"
        label={t("Name")}
        optional
        hint={t("Used only if the service cannot give the name.")}
      >
        <Input autoComplete="off" />
      </Field>
      <p className="text-13 text-fg-2">
        {t(
          "If the service lists its Clouds, Portico looks for this Cloud now. Otherwise the Cloud is marked as not verified until its first use.",
        )}
      </p>
      <div className="flex gap-2">
        <SubmitButton pendingText={t("Asking the service")}>{t("Add the Cloud")}</SubmitButton>
        <LinkButton href="/clouds">{t("Cancel")}</LinkButton>
      </div>
    </FormOf>
  );
}
