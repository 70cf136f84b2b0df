"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { AccessFields, NameAndClientId, SETTINGS_FIELDS } from "../../_components/settings-fields.tsx";
import { ShownOnce } from "../../_components/shown-once.tsx";
import { registerAction } from "../../actions.ts";

const NEW = { scopes: SCOPES, redirectRules: [], cloudsMax: "", storageGigabytes: "" };

/** The form; after the registration, the credentials replace it. */
export function RegisterForm({ addresses }: { addresses: { baseUrl: string; tokenUrl: string } }): ReactNode {
  const form = useActionForm(registerAction);
  if (form.result?.ok === true) {
    const { id, clientId, name, secret } = form.result.data;
    return (
      <ShownOnce
        title={t("{name} is registered.", { name })}
        clientId={clientId}
        secret={secret}
        {...addresses}
      >
        <LinkButton href={`/applications/${id}`}>{t("Go to the application")}</LinkButton>
        <LinkButton href="/applications">{t("All applications")}</LinkButton>
      </ShownOnce>
    );
  }
  return (
    <Form
      of={form}
      className="grid max-w-[640px] gap-4"
      refusal={t("The application was not registered.")}
      shown={SETTINGS_FIELDS}
    >
      <NameAndClientId />
      <AccessFields settings={NEW} />
      <div className="flex gap-2">
        <SubmitButton pendingText={t("Registering")}>{t("Register application")}</SubmitButton>
        <LinkButton href="/applications">{t("Cancel")}</LinkButton>
      </div>
    </Form>
  );
}
