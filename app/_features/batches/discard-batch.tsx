"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionDialog } from "#app/_ui/forms/form-dialog.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/** Discards a draft, or what a list or plan has not sent, once the person has read what that means. */
export function DiscardBatch<T>({
  action,
  of,
  what,
  consequence,
}: {
  action: FormAction<T>;
  /** Fields that identify the list or plan, by the names that the action knows. */
  of: Readonly<Record<string, string>>;
  /** The title of the dialog, and the name of its button and of the one that opens it. */
  what: string;
  consequence: string;
}): ReactNode {
  return (
    <ActionDialog
      action={action}
      fields={{ ...of, step: "discard" }}
      title={what}
      description={consequence}
      trigger={<Button>{what}</Button>}
      refusal={t("Nothing was discarded.")}
      button={what}
      pendingText={t("Discarding")}
      cancel={t("Keep")}
      danger
    />
  );
}
