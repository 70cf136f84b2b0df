"use client";
import { useState } from "react";
import { useMediaQuery } from "#app/_ui/data-table/grid/use-environment.ts";
import { useKeptChoice } from "#app/_ui/use-kept-choice.ts";
import type { FilterTarget } from "./filter-form.tsx";

/** The id of the button over the rows that opens and closes the filters. */
export const FILTER_BUTTON = "filter-button";

/** Where the panel is a sheet over the rows (grid.css, .drawer). */
export const FILTERS_COVER = "(width <= 62.5rem)";

const CHOICES = ["open", "closed"] as const;

/** The filters beside the rows: whether they stand there, which is remembered on this machine, and what is being filtered by. */
export function useFilterPanel(): {
  isOpen: boolean;
  target: FilterTarget;
  /** How often the panel was opened on this page. */
  opened: number;
  setTarget: (target: FilterTarget) => void;
  /** `returnTo`: the id of what gets the focus when the panel is closed. */
  open: (target: FilterTarget, returnTo: string) => void;
  close: () => void;
} {
  const [kept, keep] = useKeptChoice("portico.filters", CHOICES, "closed");
  const [target, setTarget] = useState<FilterTarget>({ column: null });
  const [opening, setOpening] = useState({ count: 0, returnTo: "", isOpen: false });
  const covers = useMediaQuery(FILTERS_COVER);
  return {
    // What was left open beside the rows does not come back over them.
    isOpen: covers ? opening.isOpen : kept === "open",
    target,
    opened: opening.count,
    setTarget,
    open: (next, returnTo) => {
      setTarget(next);
      setOpening(({ count }) => ({ count: count + 1, returnTo, isOpen: true }));
      keep("open");
    },
    close: () => {
      keep("closed");
      setOpening((now) => ({ ...now, isOpen: false }));
      document.getElementById(opening.returnTo)?.focus({ preventScroll: true });
    },
  };
}
