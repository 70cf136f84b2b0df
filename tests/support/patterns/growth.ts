/** How the cost of some work grows with the length of its text. */

/** Short ones first, so that exponential work is found before it hangs. */
const LENGTHS = [14, 20, 26, 300, 3_000, 30_000];
const RATIO_MAX = 15;
/** Milliseconds. Shorter work is all start-up and clock; it counts as this long. */
const COST_MIN = 0.2;
/** Other processes only ever add, so the cheapest of several runs counts; quadratic work is a hundred times dearer in each of them. */
const RUNS = 7;

/** True when ten times the length never costs more than fifteen times as much. `work` does the whole job for a text of a length. */
export function growsLinearly(work: (length: number) => unknown): boolean {
  return LENGTHS.every((length) => {
    let small = Infinity;
    let large = Infinity;
    for (let run = 0; run < RUNS; run += 1) {
      large = Math.min(large, costOf(work, length));
      if (large <= RATIO_MAX * COST_MIN) return true;
      small = Math.min(small, Math.max(COST_MIN, costOf(work, Math.ceil(length / 10))));
    }
    return large <= RATIO_MAX * small;
  });
}

/** Milliseconds. */
function costOf(work: (length: number) => unknown, length: number): number {
  const before = performance.now();
  work(length);
  return performance.now() - before;
}
