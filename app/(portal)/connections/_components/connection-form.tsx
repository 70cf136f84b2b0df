"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { PortalPath } from "#app/_client/ask-portal.ts";
import { Form } from "#app/_ui/forms/form.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import type { addAction } from "../actions.ts";
import { refusalTitle } from "./check-words.ts";
import { CONNECTION_FIELDS, ConnectionFields, type ConnectionValues } from "./connection-fields.tsx";
import { SecretField } from "./secret-field.tsx";
import { TypedCheck } from "./typed-check.tsx";
import { useClimbForm } from "./use-climb-form.ts";

/** The values of a connection, which are checked before they are stored; then its page opens. */
export function ConnectionForm({
  action,
  path,
  values,
  fields = {},
  refusal,
  secret,
  save,
  keepText,
  cancelHref,
  children,
}: {
  action: typeof addAction;
  /** Where the page's script sends it. */
  path: PortalPath;
  values: ConnectionValues;
  fields?: Readonly<Record<string, string | number>>;
  /** What did not happen when saving is refused. */
  refusal: string;
  secret: { hint: string; required?: boolean };
  save: { text: string; pendingText: string };
  /** Saves although a check failed. */
  keepText: string;
  cancelHref: string;
  /** Further fields. */
  children?: ReactNode;
}): ReactNode {
  const router = useRouter();
  const form = useClimbForm(action, path, ({ savedId }) => {
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
      refusal={refusalTitle(form.typedOf("intent"), refusal)}
      shown={CONNECTION_FIELDS}
      fields={fields}
    >
      <ConnectionFields values={values} />
      <SecretField label={t("Client secret")} {...secret} />
      {children}
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
          pendingText={save.pendingText}
        >
          {save.text}
        </Button>
        <LinkButton href={cancelHref}>{t("Cancel")}</LinkButton>
      </div>
      <TypedCheck check={check} climbing={form.climbing} pending={form.pending} keepText={keepText} />
    </Form>
  );
}
