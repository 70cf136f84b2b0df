/**
 * A short-lived cache of figures over very many rows: in a large registry one count costs more than the rest of the page that shows it. The
 * lifetime depends only on the number of rows, never on the machine's load, so in a small registry every figure is current
 * (docs/decisions/0044). Only for figures that people read; no decision may depend on them.
 */
import { LRUCache } from "lru-cache";
import { oncePerProcess } from "./once-per-process.ts";

type Kept = {
  figure: unknown;
  rows: number;
  countedMs: number;
  /** How many changes there were when counting it began. */
  changes: number;
  /** When it was last counted again because of a change. */
  recountedMs: number;
  /** The count that will replace it. */
  next: { figure: Promise<unknown>; changes: number } | null;
};

/** Counting fewer rows takes less time than sending the query. */
const ROWS_MIN = 5_000;
/** A count of a hundred thousand rows takes about 20 ms and is kept for 2 s. */
const KEPT_MS_PER_ROW = 0.02;
const KEPT_MS_MAX = 10_000;
/** Up to this many times its longest lifetime a figure is shown while it is counted again, so that nobody waits for a slightly newer one. */
const SHOWN_TIMES = 2;
/** Limits recounts after changes: a million rows at most every 5 s, however many people change things. */
const REST_MS_PER_ROW = 0.005;
/** The most figures kept: every search and every Cloud has its own. */
const FIGURES_MAX = 200;

const state = oncePerProcess("figures", () => ({
  kept: new LRUCache<string, Kept>({ max: FIGURES_MAX }),
  changes: 0,
}));

/**
 * The figure of this name: counted now, or at most 20 s ago if it covers many rows and nothing has changed since.
 * @param rowsOf returns how many rows were counted
 * @param keptMsMax the longest that it is kept; it may be shown until it is twice as old
 */
export async function keepFigure<T>(
  name: string,
  count: () => Promise<T>,
  rowsOf: (figure: T) => number,
  keptMsMax = KEPT_MS_MAX,
): Promise<T> {
  const known = state.kept.get(name);
  const nowMs = performance.now();
  const countNow = async (recountedMs: number): Promise<T> => {
    const { kept, changes } = state;
    try {
      const figure = await count();
      const rows = rowsOf(figure);
      if (rows < ROWS_MIN) kept.delete(name);
      else kept.set(name, { figure, rows, countedMs: performance.now(), changes, recountedMs, next: null });
      return figure;
    } catch (error) {
      kept.delete(name);
      throw error;
    }
  };
  if (known === undefined) return countNow(-Infinity);
  const { rows, changes, recountedMs } = known;
  const ageMs = nowMs - known.countedMs;
  const isOutdated = changes !== state.changes && nowMs >= recountedMs + rows * REST_MS_PER_ROW;
  if (!isOutdated && ageMs < Math.min(keptMsMax, rows * KEPT_MS_PER_ROW)) return known.figure as T;
  // Callers who come while a large figure is being counted again share that count instead of starting another.
  if (known.next === null || (isOutdated && known.next.changes !== state.changes))
    known.next = { figure: countNow(isOutdated ? nowMs : recountedMs), changes: state.changes };
  const next = known.next.figure as Promise<T>;
  if (isOutdated || ageMs >= keptMsMax * SHOWN_TIMES) return next;
  // The caller who gets the older figure need not learn that the new count failed; the next caller will.
  next.catch(() => undefined);
  return known.figure as T;
}

/**
 * Call this after a person's change: all figures are counted again at the next view. Figures recounted for this reason a moment ago are
 * counted again when that moment is over.
 */
export function forgetFigures(): void {
  state.changes += 1;
}
