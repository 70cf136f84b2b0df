"use client";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import { readAgainAction } from "../actions.ts";

export type ModelIds = { cloudId: string; projectId: string; modelId: number };

/** Reads the same classes from the service again. */
export function ReadAgain({
  ids,
  ifcClasses,
  quiet = false,
}: {
  ids: ModelIds;
  ifcClasses: readonly string[];
  /** Beside the facts of a table, instead of after a failure. */
  quiet?: boolean;
}): ReactNode {
  const form = useActionForm(readAgainAction);
  return (
    <form {...form.formProps} className="inline-flex items-center gap-2">
      <input type="hidden" name="cloudId" value={ids.cloudId} />
      <input type="hidden" name="projectId" value={ids.projectId} />
      <input type="hidden" name="modelId" value={ids.modelId} />
      <input type="hidden" name="ifcClasses" value={ifcClasses.join(",")} />
      <Button
        size="sm"
        variant={quiet ? "ghost" : "default"}
        type="submit"
        pending={form.pending}
        pendingText={t("Refreshing")}
      >
        <RefreshCw aria-hidden className="size-3.5" />
        {t("Refresh from service")}
      </Button>
      {form.result?.ok === false && (
        <span role="alert" className="text-12 text-bad">
          {t("{message} Reference {requestId}.", {
            message: form.result.message,
            requestId: form.result.requestId,
          })}
        </span>
      )}
    </form>
  );
}
