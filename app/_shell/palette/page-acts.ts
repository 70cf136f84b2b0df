import { useSyncExternalStore } from "react";
import { listActs, onActsChanged, type Act, type Deed } from "#app/_ui/acts/act-store.ts";

/** What can be done on the page one is on: in its head, or with the row that `detail` names. */
export type PageAct = { id: string; label: string; detail: string | undefined; deed: Deed };

/** Acts of a page's head, then those of the rows of its tables. */
export type PageActs = { head: readonly PageAct[]; rows: readonly PageAct[] };

const NONE: readonly Act[] = [];

/** What the page offers now: its own buttons note it, so what the role does not allow is not there. It follows the page. */
export function usePageActs(): PageActs {
  return toPageActs(useSyncExternalStore(onActsChanged, listActs, () => NONE));
}

/** What find-or-do shows of the acts: those of the page, with words. */
export function toPageActs(acts: readonly Act[]): PageActs {
  const told = acts.filter(({ label }) => label !== "");
  return {
    head: told.filter(({ where }) => where.in === "head").map((act) => toPageAct(act)),
    rows: told.flatMap((act) => (act.where.in === "row" ? [toPageAct(act, act.where.of)] : [])),
  };
}

function toPageAct({ id, label, deed }: Act, row?: string): PageAct {
  // A button that names its row for those who hear it says enough.
  return { id, label, deed, detail: row === undefined || label.includes(row) ? undefined : row };
}
