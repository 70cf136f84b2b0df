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
      button={t("Save the row")}
      shown={SHOWN}
    >
      <Field name="name" label={t("Name")} required>
        <Input autoComplete="off" defaultValue={typed.name} />
      </Field>
      <Field
        name="parent"
        label={t("Parent project")}
        optional
        hint={t("Its name, a path such as “House A / Floor 1”, or its number. Empty: at the top.")}
      >
        <Input autoComplete="off" defaultValue={typed.parent} />
      </Field>
      <Field name="description" label={t("Description")} optional>
        <Textarea rows={3} defaultValue={typed.description} />
      </Field>
      <Field name="status" label={t("Status")}>
        <Select defaultValue={typed.status}>
          <option value="A">{t("Active")}</option>
          <option value="D">{t("Deleted")}</option>
        </Select>
      </Field>
      <Field name="mainModelId" label={t("Main model")} optional hint={t("Its number at the service.")}>
        <Input inputMode="numeric" autoComplete="off" defaultValue={typed.mainModelId} />
      </Field>
      {typed.logo === null ? (
        <p className="text-13 text-fg-3">{t("The logo of the file is kept.")}</p>
      ) : (
        <Field name="logo" label={t("Logo")} optional hint={t("An address.")}>
          <Input autoComplete="off" defaultValue={typed.logo} />
        </Field>
      )}
    </EditRow>
  );
}
