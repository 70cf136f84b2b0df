/** How the cost of work grows with the length of its text. */

/**
 * Each length, and the part of it that it is compared with. Short ones first, so that exponential work is found before it hangs, and
 * quadratic work while it is short. The longest is compared with a hundredth: what is made of it has memory of its own instead of a place
 * among small objects, which alone costs up to five times as much.
 */
const STEPS = [
  { length: 14, factor: 10 },
  { length: 20, factor: 10 },
  { length: 26, factor: 10 },
  { length: 300, factor: 10 },
  { length: 3_000, factor: 10 },
  { length: 10_000, factor: 10 },
  { length: 30_000, factor: 100 },
];
/** Halfway between linear work, which costs `factor` times as much, and quadratic work: `factor` × `factor`. */
const EXPONENT_MAX = 1.5;
/** Milliseconds. Shorter work is mostly start-up and clock, and is not looked at more closely. */
const CHEAP = 3;
/** Work is cheap if one of so many runs was: neighbours on the same processor interrupt single runs. */
const LOOKS = 3;
/** Milliseconds of processor time. The kernel adds it up every few milliseconds, so work is repeated until it takes this long. */
const SAMPLE = 40;
/** Neighbours on the same processor slow down single runs, but never most of them. */
const RUNS = 15;
const GOOD_RUNS = 3;

/** True when no length costs much more than its part, multiplied. `work` does the complete job for a text of a length. */
export function growsLinearly(work: (length: number) => unknown): boolean {
  return STEPS.every(({ length, factor }) => {
    if (isCheap(work, length)) return true;
    let good = 0;
    for (let run = 0; run < RUNS && good < GOOD_RUNS; run += 1)
      if (costOf(work, length) <= factor ** EXPONENT_MAX * costOf(work, Math.ceil(length / factor)))
        good += 1;
    return good === GOOD_RUNS;
  });
}

function isCheap(work: (length: number) => unknown, length: number): boolean {
  for (let look = 0; look < LOOKS; look += 1) {
    const before = performance.now();
    work(length);
    if (performance.now() - before <= CHEAP) return true;
  }
  return false;
}

/** Milliseconds of this thread's processor time: other processes, which may take most of the clock's, do not count. */
function costOf(work: (length: number) => unknown, length: number): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    work(length);
    const { user, system } = process.threadCpuUsage(before);
    const spent = (user + system) / 1000;
    if (spent >= SAMPLE) return spent / times;
  }
}
