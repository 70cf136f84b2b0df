"use client";
import { useState } from "react";
import { useMediaQuery } from "#app/_ui/data-table/grid/use-environment.ts";
import { useKeptChoice } from "#app/_ui/use-kept-choice.ts";
import type { FilterTarget } from "./filter-form.tsx";

/** The id of the button over the rows that opens and closes the filters. */
export const FILTER_BUTTON = "filter-button";

/** Where the panel covers the rows as a sheet (grid.css, .drawer). */
export const FILTERS_COVER = "(width <= 62.5rem)";

const CHOICES = ["open", "closed"] as const;

/** The filter panel: whether it is open, which is stored on this machine, and which filter is being edited. */
export function useFilterPanel(): {
  isOpen: boolean;
  target: FilterTarget;
  /** How often the panel was opened on this page. */
  opened: number;
  setTarget: (target: FilterTarget) => void;
  /** `returnTo`: the id of the element that gets the focus when the panel closes. */
  open: (target: FilterTarget, returnTo: string) => void;
  close: () => void;
} {
  const [kept, keep] = useKeptChoice("portico.filters", CHOICES, "closed");
  const [target, setTarget] = useState<FilterTarget>({ column: null });
  const [opening, setOpening] = useState({ count: 0, returnTo: "", isOpen: false });
  const covers = useMediaQuery(FILTERS_COVER);
  return {
    // A panel that was open beside the rows does not reopen over them.
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
