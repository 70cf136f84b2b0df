"use client";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import { dismissModelsAction } from "./actions.ts";

type Done = { by: string; at: string };

/** Dismisses one failed model, or shows it again. */
export function DismissButton({
  projectId,
  modelId,
  name,
  isDismissed,
  onDone,
}: {
  projectId: string;
  modelId: number;
  /** The model's name, for screen readers. */
  name: string;
  isDismissed: boolean;
  onDone?: (done: Done) => void;
}): ReactNode {
  return (
    <ActionButton
      action={dismissModelsAction}
      fields={{ models: `${projectId}~${String(modelId)}`, to: isDismissed ? "show" : "dismiss" }}
      pendingText={isDismissed ? t("Restoring") : t("Hiding")}
      variant="default"
      size="sm"
      onDone={(data) => onDone?.(data)}
    >
      {isDismissed ? t("Show again") : t("Hide")}
      <span className="sr-only"> {marked(name)}</span>
    </ActionButton>
  );
}
