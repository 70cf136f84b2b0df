"use client";
import type { ReactNode } from "react";
import { verdictOf } from "#lib/features/models/rules.ts";
import { ActDialog } from "./act-dialog.tsx";
import type { AskedChange } from "./asked-change.ts";
import { RenameDialog } from "./rename-dialog.tsx";

export type ModelDialogsProps = {
  projectId: string;
  asked: AskedChange;
  onChanged: (asked: AskedChange) => void;
  onClose: () => void;
};

/** The dialog of the chosen action (model-dialogs.tsx). */
export function MadeModelDialogs({ projectId, asked, onChanged, onClose }: ModelDialogsProps): ReactNode {
  const [first] = asked.models;
  if (first === undefined) return null;
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
