"use client";
import type { ReactNode } from "react";
import type { ModelView } from "#lib/features/models/schema.ts";
import { verdictOf, type ModelAct } from "#lib/features/models/changes/verdicts.ts";
import { ActDialog } from "./act-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

export type ActedOn = Pick<ModelView, "modelId" | "name" | "state" | "isArchived">;

/** Which action somebody has chosen, for which models. */
export type AskedChange = {
  act: ModelAct | "rename";
  models: readonly ActedOn[];
  /** Id of the element that gets the focus afterwards. */
  returnFocusTo: string;
};

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
