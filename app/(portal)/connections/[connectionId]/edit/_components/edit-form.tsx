"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { refusalTitle } from "#app/(portal)/connections/_components/check-words.ts";
import {
  CONNECTION_FIELDS,
  ConnectionFields,
  type ConnectionValues,
} from "#app/(portal)/connections/_components/connection-fields.tsx";
import { SecretField } from "#app/(portal)/connections/_components/secret-field.tsx";
import { TypedCheck } from "#app/(portal)/connections/_components/typed-check.tsx";
import { useClimbForm } from "#app/(portal)/connections/_components/use-climb-form.ts";
import { changeAction } from "#app/(portal)/connections/actions.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { t } from "#lib/core/texts.ts";

/** The values of an existing connection; any change that sends calls elsewhere is checked before it is stored. */
export function EditForm({
  id,
  version,
  cloudCount,
  values,
}: {
  id: string;
  version: number;
  cloudCount: number;
  values: ConnectionValues;
}): ReactNode {
  const router = useRouter();
  const href = `/connections/${id}`;
  const form = useClimbForm(changeAction, "/api/connections/change", ({ savedId }) => {
    if (savedId === null) return;
    router.push(href);
    router.refresh();
  });
  const check = form.result?.ok === true && form.result.data.savedId === null ? form.result.data.check : null;
  return (
    <Form
      of={form}
      noValidate
      className="grid max-w-[640px] gap-4"
      refusal={refusalTitle(form.typedOf("intent"), t("The connection was not changed."))}
      shown={CONNECTION_FIELDS}
      fields={{ id, version }}
    >
      <ConnectionFields values={values} />
      <SecretField
        label={t("Client secret")}
        hint={t(
          "Required when an address, the realm or the client ID changes: a stored secret is never sent elsewhere. Leave empty to keep the current one.",
        )}
      />
      {cloudCount > 0 && (
        <Checkbox
          name="isSameService"
          label={
            cloudCount === 1
              ? t("The known Cloud exists at the new address too")
              : t("The {cloudCount} known Clouds exist at the new address too", { cloudCount })
          }
          hint={t(
            "Required when an address, the realm or the client ID changes. For another service, add another connection.",
          )}
        />
      )}
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
          pendingText={t("Saving")}
        >
          {t("Save changes")}
        </Button>
        <LinkButton href={href}>{t("Cancel")}</LinkButton>
      </div>
      <TypedCheck check={check} climbing={form.climbing} pending={form.pending} keepText={t("Save anyway")} />
    </Form>
  );
}
