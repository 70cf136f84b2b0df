import { useSyncExternalStore } from "react";
import { listActs, onActsChanged, type Act, type Deed } from "#app/_ui/acts/act-store.ts";

/** An action of the current page: in its head, or on the row that `detail` names. */
export type PageAct = { id: string; label: string; detail: string | undefined; deed: Deed };

/** Actions of a page's head, then those of its tables' rows. */
export type PageActs = { head: readonly PageAct[]; rows: readonly PageAct[] };

const NONE: readonly Act[] = [];

/** The page's current actions, registered by its own buttons, so that actions without permission are absent. Updates with the page. */
export function usePageActs(): PageActs {
  return toPageActs(useSyncExternalStore(onActsChanged, listActs, () => NONE));
}

/** The page's actions as the search shows them: those with words. */
export function toPageActs(acts: readonly Act[]): PageActs {
  const told = acts.filter(({ label }) => label !== "");
  return {
    head: told.filter(({ where }) => where.in === "head").map((act) => toPageAct(act)),
    rows: told.flatMap((act) => (act.where.in === "row" ? [toPageAct(act, act.where.of)] : [])),
  };
}

function toPageAct({ id, label, deed }: Act, row?: string): PageAct {
  // A button whose label names its row needs no detail.
  return { id, label, deed, detail: row === undefined || label.includes(row) ? undefined : row };
}
