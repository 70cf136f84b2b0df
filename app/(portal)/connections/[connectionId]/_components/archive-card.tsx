"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import { archiveAction, restoreAction } from "../../actions.ts";

/** Takes the connection from view, or brings it back. */
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
      <form key={String(isArchived)} className="grid gap-2" {...form.formProps}>
        <FormErrorSummary
          result={form.result}
          title={isArchived ? t("It was not brought back.") : t("It was not archived.")}
        />
        <p className="text-13 text-fg-2">
          {isArchived
            ? t("It is out of view with its Clouds; nothing was removed.")
            : t(
                "{cloudCount, plural, =0 {It leaves} one {Its Cloud leaves} other {Its # Clouds leave}} the lists with it; nothing is removed, here or at the service. It can be brought back.",
                { cloudCount },
              )}
        </p>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <div>
          <Button type="submit" pending={form.pending} pendingText={t("Working")}>
            {isArchived ? t("Bring back") : t("Archive connection")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
