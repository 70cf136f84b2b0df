"use client";
import type { ReactNode } from "react";
import { late, useLate } from "#app/_ui/late.ts";
import type { AskedChange } from "./asked-change.ts";
import type { ModelDialogsProps } from "./made-model-dialogs.tsx";

const dialogs = late(async () => import("./made-model-dialogs.tsx"));

/** The dialog of the chosen action, kept by the page: its models may vanish from the list before it closes. */
export function ModelDialogs({
  asked,
  ...props
}: Omit<ModelDialogsProps, "asked"> & { asked: AskedChange | null }): ReactNode {
  const made = useLate(dialogs, asked !== null, props.onClose);
  if (asked === null || made === null) return null;
  return <made.MadeModelDialogs {...props} asked={asked} />;
}
