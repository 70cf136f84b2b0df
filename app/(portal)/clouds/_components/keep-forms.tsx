"use client";
import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { FormOf } from "#app/_ui/forms/form.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { toast } from "#app/_ui/providers/toast.ts";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";

/** Archives something, or restores it. */
export function ArchiveForm({
  id,
  isArchived,
  action,
}: {
  id: string;
  isArchived: boolean;
  action: FormAction<{ isArchived: boolean }>;
}): ReactNode {
  return (
    <FormOf
      action={action}
      onDone={(data) => {
        toast(data.isArchived ? t("Archived.") : t("Restored."));
      }}
      className="grid gap-3"
      refusal={t("Nothing was changed.")}
      fields={{ id, to: isArchived ? "list" : "archive" }}
    >
      <div>
        <SubmitButton variant="default" pendingText={isArchived ? t("Restoring") : t("Archiving")}>
          {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {isArchived ? t("Restore") : t("Archive")}
        </SubmitButton>
      </div>
    </FormOf>
  );
}

const WORDS = {
  Cloud: {
    title: msg("Delete the Cloud “{name}”"),
    open: msg("Delete Cloud…"),
    press: msg("Delete Cloud"),
    refusal: msg("The Cloud was not deleted."),
  },
  project: {
    title: msg("Delete the project “{name}”"),
    open: msg("Delete project…"),
    press: msg("Delete project"),
    refusal: msg("The project was not deleted."),
  },
} as const;

/**
 * Deletes something at the service, after its name was typed. Number and age tell it from another of the same name; `goes` says what is
 * deleted with it.
 */
export function DeleteDialog({
  id,
  name,
  number,
  createdAt,
  noun,
  goes,
  action,
}: {
  id: string;
  name: string;
  /** At the service. */
  number: number;
  /** When it was added to this registry. */
  createdAt: Date;
  noun: keyof typeof WORDS;
  goes: ReactNode;
  /** Opens the list when done. */
  action: FormAction<never>;
}): ReactNode {
  const words = WORDS[noun];
  const [typed, setTyped] = useState("");
  return (
    <ActionDialog
      action={action}
      isSlow
      fields={{ id }}
      title={t(words.title, { name })}
      description={t("Deletes it at the service, for everybody. This cannot be undone.")}
      trigger={
        <Button variant="danger">
          <Trash2 aria-hidden />
          {t(words.open)}
        </Button>
      }
      onClose={() => setTyped("")}
      refusal={t(words.refusal)}
      shown={["typedName"]}
      button={t(words.press)}
      pendingText={t("Deleting")}
      danger
      disabled={typed.trim() !== name.trim()}
    >
      <div className="grid gap-4">
        <p className="text-13 text-fg-2">
          {rich("Number {number}, added {when}", { number, when: <RelativeTime at={createdAt} /> })}
        </p>
        <div className="text-13">{goes}</div>
        <Field name="typedName" label={t("Type the name: {name}", { name })} required>
          <Input
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
    </ActionDialog>
  );
}
