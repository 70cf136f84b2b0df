"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Section } from "#app/_ui/primitives/card.tsx";
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
  const clouds = cloudCount === 1 ? "Its Cloud leaves" : `Its ${String(cloudCount)} Clouds leave`;
  return (
    <Section title={isArchived ? "Archived" : "Archive"}>
      <form key={String(isArchived)} className="grid gap-2" {...form.formProps}>
        <FormErrorSummary
          result={form.result}
          title={isArchived ? "It was not brought back." : "It was not archived."}
        />
        <p className="text-13 text-fg-2">
          {isArchived
            ? "It is out of view with its Clouds; nothing was removed."
            : `${cloudCount === 0 ? "It leaves" : clouds} the lists with it; nothing is removed, here or at the service. It can be brought back.`}
        </p>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <div>
          <Button type="submit" pending={form.pending} pendingText="Working">
            {isArchived ? "Bring back" : "Archive connection"}
          </Button>
        </div>
      </form>
    </Section>
  );
}
