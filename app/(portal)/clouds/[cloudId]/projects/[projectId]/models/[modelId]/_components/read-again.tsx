"use client";
import type { ReactNode } from "react";
import { Refresh } from "#app/(portal)/_components/refresh.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
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
    <Refresh
      form={form}
      fields={{ ...ids, ifcClasses: ifcClasses.join(",") }}
      variant={quiet ? "ghost" : "default"}
      className="inline-flex"
    />
  );
}
