import type { ReactNode } from "react";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RadioCards } from "#app/_ui/primitives/radio-cards.tsx";
import { t } from "#lib/core/texts.ts";

export type ConnectionValues = {
  name: string;
  stage: string;
  baseUrl: string;
  authUrl: string;
  realm: string;
  platformUrl: string;
  clientId: string;
  allowsPrivate: boolean;
};

/** Fields that show their own error. */
export const CONNECTION_FIELDS = ["name", "baseUrl", "authUrl", "realm", "platformUrl", "clientId", "secret"];

/** All fields of a connection except its secret. */
export function ConnectionFields({ values }: { values: ConnectionValues }): ReactNode {
  const text = (name: keyof ConnectionValues, label: string, hint: string): ReactNode => (
    <Field name={name} label={label} required hint={hint}>
      <Input
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        defaultValue={String(values[name])}
      />
    </Field>
  );
  return (
    <>
      <Field
        name="name"
        label={t("Name")}
        required
        hint={t("Staff see this name on every page, e.g. the name of the service.")}
      >
        <Input maxLength={80} autoComplete="off" defaultValue={values.name} />
      </Field>
      <RadioCards
        legend={t("Used for")}
        name="stage"
        columns={2}
        defaultValue={values.stage}
        options={[
          {
            value: "PRODUCTION",
            label: t("Production"),
            hint: t("Real Clouds and real people. Marked “Live”."),
          },
          {
            value: "TEST",
            label: t("Test"),
            hint: t("Trials at a live service; emails are sent. Marked “Test”."),
          },
        ]}
      />
      {text(
        "baseUrl",
        t("Base address"),
        t("The service's API, without /cloud, e.g. https://api.example.org"),
      )}
      {text(
        "authUrl",
        t("Sign-in address"),
        t("The sign-in server, without /auth/realms, e.g. https://iam.example.org"),
      )}
      {text(
        "realm",
        t("Realm"),
        t("The name of the realm at the sign-in server. Ask the operator of the service for this name."),
      )}
      {text(
        "platformUrl",
        t("Platform address"),
        t("Where invited people work, without /cloud, e.g. https://platform.example.org"),
      )}
      {text("clientId", t("Client ID"), t("The ID of your application at this service."))}
      <Checkbox
        name="allowsPrivate"
        defaultChecked={values.allowsPrivate}
        label={t("Allow addresses of this machine and of private networks")}
        hint={t(
          "Needed for services in your own network, and for http there. Leave it off for services on the internet.",
        )}
      />
    </>
  );
}
