"use client";
import { RotateCw, Trash2 } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { AskedChange, ModelRights } from "#app/_features/models/changes/asked-change.ts";
import { DismissDialog } from "#app/_features/models/dismissals/dismiss-dialog.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { DISMISS_MAX, hasFailed } from "#lib/features/models/rules.ts";
import type { ModelView } from "#lib/features/models/schema.ts";

/** Actions on all chosen models at once. */
export function ChosenBar({
  projectId,
  models,
  rights,
  mayDismiss,
  onAsk,
  onDismissed,
  onAll,
  onForget,
}: {
  projectId: string;
  models: readonly ModelView[];
  rights: ModelRights;
  mayDismiss: boolean;
  onAsk: (asked: AskedChange) => void;
  onDismissed: () => void;
  /** Chooses all on this page. */
  onAll: () => void;
  onForget: () => void;
}): ReactNode {
  const id = useId();
  const failed = mayDismiss ? models.filter(hasFailed) : [];
  const choices = failed.slice(0, DISMISS_MAX).map(({ modelId, name, errors: [error] }) => ({
    projectId,
    modelId,
    name,
    hint: error === undefined ? t("Model {id}", { id: modelId }) : told(error),
  }));
  return (
    <div
      role="group"
      aria-label={t("Chosen models")}
      className="flex flex-wrap items-center gap-2 rounded-2 border border-line-strong bg-surface-2 px-3 py-2 text-13"
    >
      <b role="status">
        {t("{count, plural, one {# model} other {# models}} chosen", { count: models.length })}
      </b>
      {rights.change && (
        <Button
          id={`${id}-process`}
          size="sm"
          onClick={() => onAsk({ act: "process", models, returnFocusTo: `${id}-process` })}
        >
          <RotateCw aria-hidden />
          {t("Process again…")}
        </Button>
      )}
      {choices.length > 0 && (
        <DismissDialog choices={choices} total={failed.length} onChanged={onDismissed} size="sm" />
      )}
      {rights.remove && (
        <Button
          id={`${id}-delete`}
          size="sm"
          variant="danger"
          onClick={() => onAsk({ act: "delete", models, returnFocusTo: `${id}-delete` })}
        >
          <Trash2 aria-hidden />
          {t("Delete…")}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onAll}>
        {t("Choose all on this page")}
      </Button>
      <Button size="sm" variant="ghost" onClick={onForget}>
        {t("Clear selection")}
      </Button>
    </div>
  );
}
