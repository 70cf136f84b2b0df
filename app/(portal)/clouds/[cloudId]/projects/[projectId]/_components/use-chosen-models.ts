"use client";
import { useMemo, useState } from "react";
import type { ModelView } from "#lib/features/models/schema.ts";

/** The models chosen for actions on several at once, with the list's current data. */
export function useChosenModels(models: readonly ModelView[]): {
  chosen: ReadonlyMap<number, ModelView>;
  choose: (models: readonly ModelView[], isChosen: boolean) => void;
  forget: () => void;
} {
  const [kept, setKept] = useState<ReadonlyMap<number, ModelView>>(new Map());
  const chosen = useMemo(() => {
    const now = new Map(models.map((model) => [model.modelId, model]));
    return new Map([...kept].map(([id, model]) => [id, now.get(id) ?? model]));
  }, [kept, models]);
  return {
    chosen,
    choose: (some, isChosen) =>
      setKept((before) => {
        const next = new Map(before);
        for (const model of some)
          if (isChosen) next.set(model.modelId, model);
          else next.delete(model.modelId);
        return next;
      }),
    forget: () => setKept(new Map()),
  };
}
