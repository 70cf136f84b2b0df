"use client";
import type { ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { readListAgainAction } from "../clouds/actions.ts";
import { Refresh } from "./refresh.tsx";

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
    <Refresh form={form} fields={target} className="ml-auto flex flex-wrap gap-y-1 text-13 text-fg-2">
      {!isStale && (
        <span>{rich("Refreshed from the service {when}", { when: <RelativeTime at={readAt} /> })}</span>
      )}
    </Refresh>
  );
}
