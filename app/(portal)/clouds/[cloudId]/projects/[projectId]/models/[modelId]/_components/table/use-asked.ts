"use client";
import { useEffect, useState } from "react";
import type { Asked } from "#app/_client/ask-portal.ts";

/**
 * Asks whenever `ask` is another function, and forgets the question before. The last answer is kept as `old` while a new one is
 * under way, so that nothing jumps.
 */
export function useAsked<T>(ask: ((signal: AbortSignal) => Promise<Asked<T>>) | null): {
  answer: Asked<T> | null;
  isOld: boolean;
} {
  const [held, setHeld] = useState<{ ask: unknown; answer: Asked<T> } | null>(null);
  useEffect(() => {
    if (ask === null) return;
    const cancel = new AbortController();
    void ask(cancel.signal).then((answer) => {
      if (!cancel.signal.aborted) setHeld({ ask, answer });
    });
    return () => cancel.abort();
  }, [ask]);
  return { answer: ask === null ? null : (held?.answer ?? null), isOld: held?.ask !== ask };
}
