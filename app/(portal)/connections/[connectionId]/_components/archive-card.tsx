"use client";
import type { ReactNode } from "react";
import { Form } from "#app/_ui/forms/form.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import { archiveAction, restoreAction } from "../../actions.ts";

/** Archives the connection, or restores it. */
export function ArchiveCard({
  id,
  version,
  isArchived,
  cloudCount,
}: {
  id: string;
  version: number;
  isArchived: boolean;
  cloudCount: number;
}): ReactNode {
  const archive = useActionForm(archiveAction);
  const restore = useActionForm(restoreAction);
  const form = isArchived ? restore : archive;
  return (
    <Section title={isArchived ? t("Archived") : t("Archive")}>
      <Form
        of={form}
        key={String(isArchived)}
        className="grid gap-2"
        refusal={isArchived ? t("The connection was not restored.") : t("The connection was not archived.")}
        fields={{ id, version }}
      >
        <p className="text-13 text-fg-2">
          {isArchived
            ? t("The connection and its Clouds are hidden. Nothing was removed.")
            : t(
                "{cloudCount, plural, =0 {The connection is} one {The connection and its Cloud are} other {The connection and its # Clouds are}} hidden from the lists. Nothing is removed, here or at the service. You can restore the connection at any time.",
                { cloudCount },
              )}
        </p>
        <div>
          <Button type="submit" pending={form.pending} pendingText={t("Working")}>
            {isArchived ? t("Restore") : t("Archive connection")}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
