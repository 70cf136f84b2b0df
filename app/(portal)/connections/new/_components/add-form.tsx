"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import { refusalTitle } from "../../_components/check-words.ts";
import { CONNECTION_FIELDS, ConnectionFields } from "../../_components/connection-fields.tsx";
import { SecretField } from "../../_components/secret-field.tsx";
import { TypedCheck } from "../../_components/typed-check.tsx";
import { useClimbForm } from "../../_components/use-climb-form.ts";
import { addAction } from "../../actions.ts";

const EMPTY = {
  name: "",
  stage: "PRODUCTION",
  baseUrl: "",
  authUrl: "",
  realm: "",
  platformUrl: "",
  clientId: "",
  allowsPrivate: false,
};

/** Values of a new connection, checked before they are stored. */
export function AddForm(): ReactNode {
  const router = useRouter();
  const form = useClimbForm(addAction, "/api/connections/add", ({ savedId }) => {
    if (savedId === null) return;
    router.push(`/connections/${savedId}`);
    router.refresh();
  });
  const check = form.result?.ok === true && form.result.data.savedId === null ? form.result.data.check : null;
  return (
    <Form
      of={form}
      noValidate
      className="grid max-w-[640px] gap-4"
      refusal={refusalTitle(form.typedOf("intent"), t("The connection was not added."))}
      shown={CONNECTION_FIELDS}
    >
      <ConnectionFields values={EMPTY} />
      <SecretField
        label={t("Client secret")}
        required
        hint={t(
          "Stored encrypted and never shown again. Portico sends it only to a sign-in address that has proved to issue tokens.",
        )}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="check" pending={form.pending} pendingText={t("Checking")}>
          {t("Check")}
        </Button>
        <Button
          variant="primary"
          type="submit"
          name="intent"
          value="save"
          pending={form.pending}
          pendingText={t("Checking")}
        >
          {t("Add connection")}
        </Button>
        <LinkButton href="/connections">{t("Cancel")}</LinkButton>
      </div>
      <TypedCheck check={check} climbing={form.climbing} pending={form.pending} keepText={t("Add anyway")} />
    </Form>
  );
}
