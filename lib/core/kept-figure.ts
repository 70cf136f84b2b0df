/**
 * A short-lived cache of figures over very many rows: in a large registry one count costs more than the rest of the page that shows it. The
 * lifetime depends only on the number of rows, never on the machine's load, so in a small registry every figure is current
 * (docs/decisions/0044). Only for figures that people read; no decision may depend on them.
 */
import { oncePerProcess } from "./once-per-process.ts";

type Kept = {
  figure: Promise<unknown>;
  untilMs: number;
  rows: number;
  /** Until then the figure may be shown while it is counted again; 0: the counted rows have changed. */
  showUntilMs: number;
  isCounting: boolean;
};

/** Counting fewer rows takes less time than sending the query. */
const ROWS_MIN = 5_000;
/** A count of a hundred thousand rows takes about 20 ms and is kept for 2 s. */
const KEPT_MS_PER_ROW = 0.02;
const KEPT_MS_MAX = 10_000;
/** A figure up to this old is shown while it is counted again, so that nobody waits for a slightly newer one. */
const SHOWN_MS = 20_000;
/** Limits recounts after changes: a million rows at most every 5 s, however many people change things. */
const REST_MS_PER_ROW = 0.005;
/** The most figures kept: every search and every Cloud has its own. */
const FIGURES_MAX = 200;

const state = oncePerProcess("figures", () => ({
  kept: new Map<string, Kept>(),
  changes: 0,
  recounted: new Map<string, number>(),
}));

/**
 * The figure of this name: counted now, or at most 20 s ago if it covers many rows and nothing has changed since.
 * @param rowsOf returns how many rows were counted
 */
export function keepFigure<T>(
  name: string,
  count: () => Promise<T>,
  rowsOf: (figure: T) => number,
): Promise<T> {
  const known = state.kept.get(name);
  if (known === undefined) return countNow(name, count, rowsOf);
  const nowMs = performance.now();
  const figure = known.figure as Promise<T>;
  if (nowMs < known.untilMs) return figure;
  // Callers who come while a large figure is being counted again wait for that count instead of starting another.
  if (nowMs >= known.showUntilMs) return countNow(name, count, rowsOf);
  if (!known.isCounting) {
    known.isCounting = true;
    // The caller who gets the older figure need not learn that the new count failed; the next caller will.
    void countNow(name, count, rowsOf).catch(() => undefined);
  }
  return figure;
}

async function countNow<T>(name: string, count: () => Promise<T>, rowsOf: (figure: T) => number): Promise<T> {
  const { kept, changes } = state;
  const figure = count();
  const known = kept.get(name);
  const isShown = known !== undefined && performance.now() < known.showUntilMs;
  const untilMs = performance.now() + KEPT_MS_MAX;
  const counting: Kept = { figure, untilMs, rows: 0, showUntilMs: 0, isCounting: true };
  if (known !== undefined && !isShown) kept.set(name, counting);
  try {
    const rows = rowsOf(await figure);
    kept.delete(name);
    if (rows >= ROWS_MIN) keep(name, counting, rows);
    if (changes !== state.changes) forget(name);
  } catch {
    // The caller gets the error from the promise itself.
    kept.delete(name);
  }
  return figure;
}

function keep(name: string, counted: Kept, rows: number): void {
  const [oldest] = state.kept.keys();
  if (oldest !== undefined && state.kept.size >= FIGURES_MAX) {
    state.kept.delete(oldest);
    state.recounted.delete(oldest);
  }
  const nowMs = performance.now();
  counted.rows = rows;
  counted.untilMs = nowMs + Math.min(KEPT_MS_MAX, rows * KEPT_MS_PER_ROW);
  counted.showUntilMs = nowMs + SHOWN_MS;
  counted.isCounting = false;
  state.kept.set(name, counted);
}

/**
 * Call this after a person's change: all figures are counted again at the next view. Figures recounted for this reason a moment ago are
 * counted again when that moment is over.
 */
export function forgetFigures(): void {
  state.changes += 1;
  for (const name of [...state.kept.keys()]) forget(name);
}

function forget(name: string): void {
  const known = state.kept.get(name);
  if (known === undefined) return;
  const nowMs = performance.now();
  const restEndsMs = (state.recounted.get(name) ?? -Infinity) + known.rows * REST_MS_PER_ROW;
  if (nowMs < restEndsMs) {
    known.untilMs = Math.min(known.untilMs, restEndsMs);
    known.showUntilMs = Math.min(known.showUntilMs, restEndsMs);
  } else {
    known.untilMs = 0;
    known.showUntilMs = 0;
    state.recounted.set(name, nowMs);
  }
}
