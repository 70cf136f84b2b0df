"use client";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { readListAgainAction } from "../clouds/actions.ts";

export type ReadableList =
  | { list: "clouds"; connectionId?: string | undefined }
  | { list: "projects" | "invitations"; cloudId: string }
  | { list: "project-people"; cloudId: string; projectId: string }
  | { list: "ledger" };

/**
 * When the service's list was read, and a button to refresh it. Where the last reading failed, a note above says when one last succeeded
 * (read-note.tsx); "Refreshed just now" would contradict it.
 */
export function ReadListAgain({
  readAt,
  isStale = false,
  ...target
}: ReadableList & {
  /** Null when no service lists this. */
  readAt: Date | null;
  /** The last reading failed, and a note on the page says so. */
  isStale?: boolean;
}): ReactNode {
  const form = useActionForm(readListAgainAction, undefined, "freely");
  if (readAt === null) return null;
  return (
    <form {...form.formProps} className="ml-auto flex flex-wrap items-center gap-x-2 text-13 text-fg-2">
      {Object.entries(target).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {!isStale && (
        <span>{rich("Refreshed from the service {when}", { when: <RelativeTime at={readAt} /> })}</span>
      )}
      <Button size="sm" variant="ghost" type="submit" pending={form.pending} pendingText={t("Refreshing")}>
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
