"use client";
import { useContext, useState, type ReactNode } from "react";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Field, FormContext } from "#app/_ui/primitives/field.tsx";
import { Input, Textarea } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import {
  CLIENT_ID_LENGTH_MAX,
  CLIENT_ID_RULE,
  suggestClientId,
  SCOPE_WORDS,
} from "#lib/service/operator/client-id.ts";

export type Settings = {
  name: string;
  scopes: readonly string[];
  redirectRules: readonly string[];
  cloudsMax: string;
  storageGigabytes: string;
};

export const SETTINGS_FIELDS = [
  "name",
  "clientId",
  "scopes",
  "redirectRules",
  "cloudsMax",
  "storageGigabytes",
];

/** Name and client id of a new application; the id follows the name until somebody edits it. */
export function NameAndClientId(): ReactNode {
  const form = useContext(FormContext);
  const [clientId, setClientId] = useState(form?.typedOf("clientId") ?? "");
  const [isOwn, setIsOwn] = useState(false);
  return (
    <>
      <Field
        name="name"
        label={t("Name")}
        required
        hint={t("Invited people see this name in their email, as the sender of the invitation.")}
      >
        <Input
          autoFocus
          maxLength={256}
          autoComplete="off"
          onChange={(event) => {
            if (!isOwn) setClientId(suggestClientId(event.currentTarget.value));
          }}
        />
      </Field>
      <Field name="clientId" label={t("Client ID")} required hint={t(CLIENT_ID_RULE)}>
        <Input
          className="font-mono"
          maxLength={CLIENT_ID_LENGTH_MAX}
          autoComplete="off"
          spellCheck={false}
          value={clientId}
          onChange={(event) => {
            setClientId(event.currentTarget.value);
            setIsOwn(event.currentTarget.value !== "");
          }}
        />
      </Field>
    </>
  );
}

/** What an application may do: scopes, where the links of its invitations lead, and its limits. */
export function AccessFields({ settings }: { settings: Omit<Settings, "name"> }): ReactNode {
  const scopesError = useContext(FormContext)?.errorOf("scopes");
  return (
    <>
      <fieldset className="grid gap-1" aria-invalid={scopesError !== undefined || undefined}>
        <legend className="mb-1 text-13 font-medium">{t("Scopes")}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              defaultChecked={settings.scopes.includes(scope)}
              label={<span className="font-mono">{scope}</span>}
              hint={t(SCOPE_WORDS[scope])}
            />
          ))}
        </div>
        {scopesError !== undefined && <span className="text-12 text-bad">{scopesError}</span>}
      </fieldset>
      <Field
        name="redirectRules"
        label={t("Allowed link targets of invitations")}
        optional
        hint={t(
          "One address prefix per line, such as https://portal.example.org/cloud. Leave empty to allow any http(s) address.",
        )}
      >
        <Textarea
          rows={3}
          className="font-mono"
          spellCheck={false}
          defaultValue={settings.redirectRules.join("\n")}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="cloudsMax"
          label={t("Maximum Clouds")}
          optional
          hint={t("Counts Clouds that the application created. Leave empty for no limit.")}
        >
          <Input inputMode="numeric" autoComplete="off" defaultValue={settings.cloudsMax} />
        </Field>
        <Field
          name="storageGigabytes"
          label={t("Maximum gigabytes")}
          optional
          hint={t("Counts all files in Clouds that the application created. Leave empty for no limit.")}
        >
          <Input inputMode="decimal" autoComplete="off" defaultValue={settings.storageGigabytes} />
        </Field>
      </div>
    </>
  );
}
