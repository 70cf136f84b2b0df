"use client";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { ModelAct } from "#lib/features/models/rules.ts";
import { ACT_WORDS } from "./act-words.ts";
import { useModelChanges, type ChosenModel, type RowResult } from "./use-model-changes.ts";

/** Acts on one model or several: shows what will happen to each, then the result for each. Mounted while open. */
export function ActDialog({
  act,
  models,
  onChanged,
  onClose,
  returnFocusTo,
}: {
  act: ModelAct;
  models: readonly ChosenModel[];
  onChanged: () => void;
  onClose: () => void;
  returnFocusTo?: string | undefined;
}): ReactNode {
  const words = ACT_WORDS[act];
  const { results, isRunning, isOver, start, stop } = useModelChanges(act, models, onChanged);
  const good = models.filter(({ verdict }) => verdict === null).length;
  const done = [...results.values()].filter(({ is }) => is === "done").length;
  return (
    <Dialog
      title={t(words.title, { count: models.length })}
      description={t(words.consequence)}
      open
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      held={isRunning}
      size="lg"
      footer={
        isOver ? (
          <DialogClose>
            <Button>{t("Close")}</Button>
          </DialogClose>
        ) : (
          <>
            {isRunning ? (
              <Button variant="ghost" onClick={stop}>
                {t("Stop after these")}
              </Button>
            ) : (
              <DialogClose>
                <Button variant="ghost">{t("Cancel")}</Button>
              </DialogClose>
            )}
            <Button
              variant={act === "delete" ? "danger" : "primary"}
              disabled={good === 0}
              pending={isRunning}
              pendingText={t(words.pending)}
              onClick={() => void start()}
            >
              {t(words.button, { count: good })}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-3">
        {isOver && (
          <Note tone={done === models.length ? "ok" : "warn"} live>
            {t("{done} of {count, plural, one {# model} other {# models}}: {words}.", {
              done,
              count: models.length,
              words: t(words.done),
            })}
          </Note>
        )}
        <ul className="grid max-h-[40vh] gap-2 overflow-y-auto rounded-2 border border-line px-3 py-2">
          {models.map(({ modelId, name, verdict }) => (
            <li key={modelId}>
              <span className="[overflow-wrap:anywhere]">{wrapped(name)}</span>{" "}
              <small className="font-mono text-12 text-fg-3">{modelId}</small>
              <span className="block">
                <RowState
                  result={verdict === null ? results.get(modelId) : { is: "left", words: verdict }}
                  isRunning={isRunning}
                  done={t(words.done)}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

const RESULTS: Record<Exclude<RowResult["is"], "done">, { tone: Tone; words: string }> = {
  left: { tone: "idle", words: msg("Left as it is") },
  refused: { tone: "bad", words: msg("Refused") },
  unknown: { tone: "unknown", words: msg("No certain answer") },
  unsent: { tone: "idle", words: msg("Not sent") },
};

function RowState({
  result,
  isRunning,
  done,
}: {
  result: RowResult | undefined;
  isRunning: boolean;
  done: string;
}): ReactNode {
  if (result === undefined)
    return isRunning ? (
      <State tone="progress">{t("Under way")}</State>
    ) : (
      <State tone="idle">{t("Not sent yet")}</State>
    );
  if (result.is === "done") return <State tone="ok">{done}</State>;
  const { tone, words } = RESULTS[result.is];
  return (
    <State tone={tone} detail={result.words ?? undefined}>
      {t(words)}
    </State>
  );
}
