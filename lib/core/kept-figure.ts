/**
 * Figures over very many rows, kept for a moment: in a large registry one count costs more than all else of the page that shows it. How
 * long depends on the rows alone, never on how busy a machine is, so in a small registry every figure is that of now
 * (docs/decisions/0044). For figures that people read; nothing may be decided by one.
 */

type Kept = { figure: Promise<unknown>; untilMs: number; rows: number };

/** Fewer are counted in less time than it takes to ask for them. */
const ROWS_MIN = 5_000;
/** A hundred thousand rows are counted within about 20 ms and kept for 2 s. */
const KEPT_MS_PER_ROW = 0.02;
const KEPT_MS_MAX = 5_000;
/** Counted anew because somebody has changed something: a million rows every 2 s at most, however many people change things. */
const REST_MS_PER_ROW = 0.002;
/** Every search and every Cloud has figures of its own. */
const FIGURES_MAX = 200;

// Next evaluates modules more than once in one process: whoever forgets must reach what others keep.
const shared = globalThis as typeof globalThis & {
  porticoFigures?: { kept: Map<string, Kept>; changes: number; recounted: Map<string, number> };
};
const state = (shared.porticoFigures ??= {
  kept: new Map<string, Kept>(),
  changes: 0,
  recounted: new Map<string, number>(),
});

/**
 * The figure of this name: counted now, or at most 5 s ago.
 * @param rowsOf how many rows were counted
 */
export async function keepFigure<T>(
  name: string,
  count: () => Promise<T>,
  rowsOf: (figure: T) => number,
): Promise<T> {
  const { kept, changes } = state;
  const known = kept.get(name);
  if (known !== undefined && performance.now() < known.untilMs) return known.figure as Promise<T>;
  const figure = count();
  const counting: Kept = { figure, untilMs: performance.now() + KEPT_MS_MAX, rows: 0 };
  // Whoever comes while a figure that was large is counted anew waits for it, instead of counting it beside.
  if (known !== undefined) kept.set(name, counting);
  try {
    const rows = rowsOf(await figure);
    kept.delete(name);
    if (rows >= ROWS_MIN) keep(name, counting, rows);
    if (changes !== state.changes) forget(name);
  } catch {
    // Whoever asked is told by the promise itself.
    if (kept.get(name) === counting) kept.delete(name);
  }
  return figure;
}

function keep(name: string, counted: Kept, rows: number): void {
  const [oldest] = state.kept.keys();
  if (oldest !== undefined && state.kept.size >= FIGURES_MAX) {
    state.kept.delete(oldest);
    state.recounted.delete(oldest);
  }
  counted.rows = rows;
  counted.untilMs = performance.now() + Math.min(KEPT_MS_MAX, rows * KEPT_MS_PER_ROW);
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
  if (nowMs < restEndsMs) known.untilMs = Math.min(known.untilMs, restEndsMs);
  else {
    known.untilMs = 0;
    state.recounted.set(name, nowMs);
  }
}
