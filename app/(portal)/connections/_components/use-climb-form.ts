"use client";
import { useCallback, useEffect, useRef, useState, type SubmitEvent } from "react";
import { PortalRefusal, postForLines, type PortalPath } from "#app/_client/ask-portal.ts";
import { NO_ANSWER, type FormAction, type FormState } from "#app/_server/action-result.ts";
import { notAnswered } from "#app/_ui/forms/ask-for-answer.ts";
import { useActionForm, type ActionForm } from "#app/_ui/forms/use-action-form.ts";
import type { ClimbStep, Rung } from "#lib/service/client/check/rung.ts";

/** How far a climb is: what was climbed, and whether the next rung is under way. Null: no climb has begun. */
export type Climbing = { rungs: readonly Rung[] } | null;

/**
 * A form that checks a connection, as `useActionForm` binds it; where the page's script runs, it is sent to `path`, which tells of each rung
 * when it is climbed. Leaving the page ends the check.
 */
export function useClimbForm<T>(
  action: FormAction<T>,
  path: PortalPath,
  onDone?: (data: T) => void,
): ActionForm<T> & { climbing: Climbing } {
  const [climbing, setClimbing] = useState<Climbing>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const ask = useCallback(
    (form: FormData): Promise<FormState<T>> => {
      const controller = new AbortController();
      current.current = controller;
      return askAlong(path, form, controller.signal, setClimbing);
    },
    [path],
  );
  const bound = useActionForm(action, onDone, ask);
  const { formProps, pending } = bound;
  return {
    ...bound,
    formProps: {
      ...formProps,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        if (!pending) setClimbing(null);
        formProps.onSubmit(event);
      },
    },
    climbing: pending ? climbing : null,
  };
}

async function askAlong<T>(
  path: PortalPath,
  form: FormData,
  signal: AbortSignal,
  tell: (climbing: Climbing) => void,
): Promise<FormState<T>> {
  let rungs: readonly Rung[] = [];
  const ended: { answer?: FormState<T> } = {};
  const take = (line: unknown): void => {
    const { told, answer: last } = line as { told?: ClimbStep; answer?: FormState<T> };
    if (last !== undefined) ended.answer = last;
    if (told === undefined) return;
    if ("rung" in told) rungs = [...rungs, told.rung];
    tell({ rungs });
  };
  try {
    await postForLines(path, signal, take, form);
    return ended.answer ?? notAnswered();
  } catch (thrown) {
    if (!(thrown instanceof PortalRefusal)) throw thrown;
    const { status, message, reference } = thrown;
    if (status === null) return notAnswered();
    return { ...notAnswered(), code: NO_ANSWER, message, requestId: reference ?? "" };
  }
}
