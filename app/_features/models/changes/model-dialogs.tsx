"use client";
import type { ReactNode } from "react";
import type { ModelView } from "#lib/features/models/schema.ts";
import { verdictOf, type ModelAct } from "#lib/features/models/changes/verdicts.ts";
import { ActDialog } from "./act-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

export type ActedOn = Pick<ModelView, "modelId" | "name" | "state" | "isArchived">;

/** What somebody wants to do with which models. */
export type AskedChange = {
  act: ModelAct | "rename";
  models: readonly ActedOn[];
  /** Id of what gets the focus afterwards. */
  returnFocusTo: string;
};

/** The dialog of what is asked, kept by the page: what it is about may be gone from the list before it is closed. */
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
  const [first] = asked?.models ?? [];
  if (asked === null || first === undefined) return null;
  const { act, models, returnFocusTo } = asked;
  if (act === "rename")
    return (
      <RenameDialog
        projectId={projectId}
        modelId={first.modelId}
        name={first.name}
        onRenamed={() => onChanged(asked)}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
      />
    );
  return (
    <ActDialog
      act={act}
      models={models.map((model) => ({
        projectId,
        modelId: model.modelId,
        name: model.name,
        verdict: verdictOf(act, model),
      }))}
      onChanged={() => onChanged(asked)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
