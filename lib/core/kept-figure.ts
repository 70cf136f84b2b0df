/**
 * Figures over very many rows, kept for a moment: in a large registry one count costs more than all else of the page that shows it. How
 * long depends on the rows alone, never on how busy a machine is, so in a small registry every figure is that of now
 * (docs/decisions/0044). For figures that people read; nothing may be decided by one.
 */
import { oncePerProcess } from "./once-per-process.ts";

type Kept = {
  figure: Promise<unknown>;
  untilMs: number;
  rows: number;
  /** Until then it may be shown while it is counted anew; 0: what it counts has changed. */
  showUntilMs: number;
  isCounting: boolean;
};

/** Fewer are counted in less time than it takes to ask for them. */
const ROWS_MIN = 5_000;
/** A hundred thousand rows are counted within about 20 ms and kept for 2 s. */
const KEPT_MS_PER_ROW = 0.02;
const KEPT_MS_MAX = 10_000;
/** Nobody waits for a count that only makes a figure of some seconds newer, unless the figure is older than this. */
const SHOWN_MS = 20_000;
/** Counted anew because somebody has changed something: a million rows every 5 s at most, however many people change things. */
const REST_MS_PER_ROW = 0.005;
/** Every search and every Cloud has figures of its own. */
const FIGURES_MAX = 200;

const state = oncePerProcess("figures", () => ({
  kept: new Map<string, Kept>(),
  changes: 0,
  recounted: new Map<string, number>(),
}));

/**
 * The figure of this name: counted now, or at most 20 s ago where it is of many rows and nobody has changed anything since.
 * @param rowsOf how many rows were counted
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
  // Whoever comes while a figure that was large is counted anew waits for it, instead of counting it beside.
  if (nowMs >= known.showUntilMs) return countNow(name, count, rowsOf);
  if (!known.isCounting) {
    known.isCounting = true;
    // Who is shown the older figure is not told that the next one failed; who asks after that is.
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
    // Whoever asked is told by the promise itself.
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
 * A person has changed something and looks at the figures next: all are counted anew; those that were for the same reason a moment ago as
 * soon as that moment is over.
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
