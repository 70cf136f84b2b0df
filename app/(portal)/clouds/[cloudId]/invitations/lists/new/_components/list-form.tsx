"use client";
import type { ReactNode } from "react";
import { RoleCards } from "#app/_features/invitations/role-cards.tsx";
import { useOperationKey } from "#app/_features/operations/use-operation-key.ts";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput, Textarea } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { prepareListAction } from "../../actions.ts";

/** Addresses in any form, what the people will be able to do, and where their links lead. */
export function ListForm({
  firstKey,
  cloudId,
  landing,
  refusesRoles,
}: {
  firstKey: string;
  cloudId: string;
  landing: string;
  /** The service recently refused the role of an invitation. */
  refusesRoles: boolean;
}): ReactNode {
  const [key] = useOperationKey(firstKey);
  return (
    <FormOf
      action={prepareListAction}
      className="grid max-w-[640px] gap-4"
      refusal={t("Nothing was checked.")}
      shown={["addresses"]}
      keptAs={`invitations ${cloudId}`}
      fields={{ key, cloudId }}
    >
      <Field
        name="addresses"
        label={t("Addresses")}
        hint={t(
          "Separated by commas, semicolons or lines. Names are fine; other words, such as roles, are ignored. Up to 10 000.",
        )}
      >
        <Textarea rows={9} autoFocus autoComplete="off" spellCheck={false} className="font-mono text-12" />
      </Field>
      <Field
        label={t("Or a file")}
        optional
        hint={t("CSV or text. If a heading names a column with email addresses, Portico reads that column.")}
      >
        <FileInput name="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
      </Field>
      <RoleCards legend={t("Role of the invited people")} refusesRoles={refusesRoles} />
      <div className="grid gap-1">
        <span className="text-13 font-medium">{t("The link leads to")}</span>
        <Mono>{landing}</Mono>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton pendingText={t("Checking addresses")}>{t("Check addresses")}</SubmitButton>
        <LinkButton href={`/clouds/${cloudId}/invitations`}>{t("Back to the invitations")}</LinkButton>
        <span className="text-12 text-fg-3">{t("Nothing is sent yet.")}</span>
      </div>
    </FormOf>
  );
}
