"use client";
import type { ReactNode } from "react";
import { late, useLate } from "#app/_ui/late.ts";
import type { AskedChange } from "./asked-change.ts";

const dialogs = late(async () => import("./made-model-dialogs.tsx"));

/** The dialog of the chosen action, kept by the page: its models may vanish from the list before it closes. */
export function ModelDialogs({
  projectId,
  asked,
  onChanged,
  onClose,
}: {
  projectId: string;
  asked: AskedChange | null;
  onChanged: (asked: AskedChange) => void;
  onClose: () => void;
}): ReactNode {
  const made = useLate(dialogs, asked !== null, onClose);
  if (asked === null || made === null) return null;
  return <made.MadeModelDialogs {...{ projectId, asked, onChanged, onClose }} />;
}
