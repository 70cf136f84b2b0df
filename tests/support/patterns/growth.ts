/** How the cost of work grows with the length of its text. */

/** Short ones first, so that exponential work is found before it hangs, and quadratic work while it is short. */
const LENGTHS = [14, 20, 26, 300, 3_000, 10_000, 30_000];
/**
 * Halfway between linear work, which costs 10 to 16 times as much (longer texts leave the processor's caches), and quadratic work, which
 * costs 100 times as much.
 */
const RATIO_MAX = 32;
/** Milliseconds. Shorter work is mostly start-up and clock, and is not looked at more closely. */
const CHEAP = 3;
/** Work is cheap if one of so many runs was: neighbours on the same processor interrupt single runs. */
const LOOKS = 3;
/** Milliseconds of processor time. The kernel adds it up every few milliseconds, so work is repeated until it takes this long. */
const SAMPLE = 40;
/** Neighbours on the same processor slow down single runs, but never most of them. */
const RUNS = 15;
const GOOD_RUNS = 3;

/** True when no length costs more than `RATIO_MAX` times as much as a tenth of it. `work` does the complete job for a text of a length. */
export function growsLinearly(work: (length: number) => unknown): boolean {
  return LENGTHS.every((length) => {
    if (isCheap(work, length)) return true;
    let good = 0;
    for (let run = 0; run < RUNS && good < GOOD_RUNS; run += 1)
      if (costOf(work, length) <= RATIO_MAX * costOf(work, Math.ceil(length / 10))) good += 1;
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
