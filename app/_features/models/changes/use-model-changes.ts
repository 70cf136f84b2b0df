"use client";
import { useRef, useState } from "react";
import { askForAnswer } from "#app/_ui/forms/ask-for-answer.ts";
import { CHANGE_AT_ONCE, type ModelAct } from "#lib/features/models/rules.ts";
import type { ModelResult } from "#lib/features/models/schema.ts";
import { deleteModelsAction, processModelsAction } from "./actions.ts";

/** A chosen model. `verdict`: why it is left out, known before anything is sent. */
export type ChosenModel = { projectId: string; modelId: number; name: string; verdict: string | null };

export type RowResult = Pick<ModelResult, "is" | "words"> | { is: "unsent"; words: string | null };

type Changes = {
  results: ReadonlyMap<number, RowResult>;
  isRunning: boolean;
  isOver: boolean;
  start: () => Promise<void>;
  /** Stops: models not sent yet are no longer sent. */
  stop: () => void;
};

/** Acts on models a few at a time, so that each result shows as it arrives and the rest can be stopped. */
export function useModelChanges(
  act: ModelAct,
  models: readonly ChosenModel[],
  onChanged: () => void,
): Changes {
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map());
  const [phase, setPhase] = useState<"before" | "running" | "over">("before");
  const isStopped = useRef(false);

  async function start(): Promise<void> {
    if (phase !== "before") return;
    setPhase("running");
    const good = models.filter(({ verdict }) => verdict === null);
    const found = new Map<number, RowResult>();
    let trouble: string | null = null;
    for (let at = 0; at < good.length; at += CHANGE_AT_ONCE) {
      const some = good.slice(at, at + CHANGE_AT_ONCE);
      if (isStopped.current || trouble !== null) {
        for (const { modelId } of some) found.set(modelId, { is: "unsent", words: trouble });
        continue;
      }
      trouble = await sendSome(act, some, found);
      setResults(new Map(found));
    }
    setResults(found);
    setPhase("over");
    onChanged();
  }

  return {
    results,
    isRunning: phase === "running",
    isOver: phase === "over",
    start,
    stop: () => {
      isStopped.current = true;
    },
  };
}

/** Returns why nothing more can be sent; null: the next ones may be. */
async function sendSome(
  act: ModelAct,
  some: readonly ChosenModel[],
  found: Map<number, RowResult>,
): Promise<string | null> {
  const form = new FormData();
  for (const { projectId, modelId } of some) form.append("models", `${projectId}~${String(modelId)}`);
  const answer = await askForAnswer(act === "delete" ? deleteModelsAction : processModelsAction, form);
  if (answer?.ok === true) {
    for (const { modelId, is, words } of answer.data) found.set(modelId, { is, words });
    return null;
  }
  const words = answer?.message ?? null;
  const isUncertain = answer === null || answer.requestId === "";
  for (const { modelId } of some) found.set(modelId, { is: isUncertain ? "unknown" : "refused", words });
  return words;
}
