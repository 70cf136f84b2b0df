"use client";
import { useState, useTransition } from "react";
import { askForAnswer } from "#app/_ui/forms/ask-for-answer.ts";
import type { FormAction, FormState } from "#app/_server/action-result.ts";

export type ViewAct = {
  pending: boolean;
  /** The last result; a failed request counts as a refusal. */
  result: FormState<unknown>;
  run: <T>(action: FormAction<T>, fields: Record<string, string>, onDone?: (data: T) => void) => void;
};

/** Presses without a form: the server's action, its refusal if any, and the follow-up of a success. */
export function useViewAct(onChanged: () => void): ViewAct {
  const [pending, start] = useTransition();
  const [result, setResult] = useState<FormState<unknown>>(null);
  return {
    pending,
    result,
    run: (action, fields, onDone) => {
      if (pending) return;
      start(async () => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        const answer = await askForAnswer(action, form);
        setResult(answer);
        if (answer?.ok !== true) return;
        onDone?.(answer.data);
        onChanged();
      });
    },
  };
}
