"use client";
import type { ReactNode } from "react";
import { EditRow } from "#app/_features/batches/edit-row.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select, Textarea } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import type { ListRowView } from "#lib/features/projects/lists/queries.ts";
import { correctRowAction } from "../../actions.ts";

type TypedRow = NonNullable<ListRowView["typed"]>;

const SHOWN = ["name", "parent", "description", "status", "mainModelId", "logo"] as const;

/** Edits one row of a draft; the list is then checked again. */
export function EditRowButton({
  rowId,
  name,
  line,
  typed,
}: {
  rowId: string;
  name: string;
  line: number;
  typed: TypedRow;
}): ReactNode {
  return (
    <EditRow
      action={correctRowAction}
      of={{ rowId }}
      name={name}
      title={t("Edit the row")}
      description={t("Line {line} of the list. Saving checks the whole list again. Nothing is sent.", {
        line,
      })}
      save={t("Save the row")}
      shown={SHOWN}
      fields={({ errorOf, typedOf }) => {
        const valueOf = (field: keyof TypedRow): string => typedOf(field) ?? typed[field] ?? "";
        return (
          <>
            <Field label={t("Name")} required error={errorOf("name")}>
              <Input name="name" autoComplete="off" defaultValue={valueOf("name")} />
            </Field>
            <Field
              label={t("Parent project")}
              optional
              hint={t("Its name, a path such as “House A / Floor 1”, or its number. Empty: at the top.")}
              error={errorOf("parent")}
            >
              <Input name="parent" autoComplete="off" defaultValue={valueOf("parent")} />
            </Field>
            <Field label={t("Description")} optional error={errorOf("description")}>
              <Textarea name="description" rows={3} defaultValue={valueOf("description")} />
            </Field>
            <Field label={t("Status")} error={errorOf("status")}>
              <Select name="status" defaultValue={valueOf("status")}>
                <option value="A">{t("Active")}</option>
                <option value="D">{t("Deleted")}</option>
              </Select>
            </Field>
            <Field
              label={t("Main model")}
              optional
              hint={t("Its number at the service.")}
              error={errorOf("mainModelId")}
            >
              <Input
                name="mainModelId"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={valueOf("mainModelId")}
              />
            </Field>
            {typed.logo === null ? (
              <p className="text-13 text-fg-3">{t("The logo of the file is kept.")}</p>
            ) : (
              <Field label={t("Logo")} optional hint={t("An address.")} error={errorOf("logo")}>
                <Input name="logo" autoComplete="off" defaultValue={valueOf("logo")} />
              </Field>
            )}
          </>
        );
      }}
    />
  );
}
