"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";

type Row<T> = {
  action: FormAction<T>;
  /** Which row, by the name that the action knows. */
  of: Readonly<Record<string, string>>;
  /** What people call it. */
  name: string;
};

/** Other values for one row of a draft, in a dialog over its list. A refusal keeps the dialog with what was typed. */
export function EditRow<T>({
  of,
  name,
  ...dialog
}: Row<T> & {
  title: string;
  description: string;
  button: string;
  /** Fields that show their own error. */
  shown: readonly string[];
  children: ReactNode;
}): ReactNode {
  return (
    <ActionDialog
      {...dialog}
      fields={of}
      refusal={t("The row was not changed.")}
      pendingText={t("Checking")}
      trigger={
        <Button size="sm">
          {t("Edit")}
          <span className="sr-only"> {marked(name)}</span>
        </Button>
      }
    />
  );
}

/** The same for a row that is an address: of a list of invitations, or of a plan. */
export function EditAddress<T>({
  typed,
  proposal,
  ...row
}: Row<T> & { typed: string; proposal: string }): ReactNode {
  return (
    <EditRow
      {...row}
      title={t("Edit the address")}
      description={t("Typed in the list: {typed}", { typed })}
      button={t("Use this address")}
      shown={["address"]}
    >
      <Field name="address" label={t("Email address")} required>
        <Input inputMode="email" autoComplete="off" defaultValue={proposal} />
      </Field>
    </EditRow>
  );
}
