/**
 * Prevents strangers from filling the log: of each kind of line, a limited number a minute is written, and one line that says how many were
 * left out. Knows neither the lines nor their destination.
 */

const WINDOW_MS = 60_000;
/** The most kinds that are counted separately; all further kinds count as one. */
const KINDS_MAX = 100;
const FURTHER = "further kinds";

/**
 * A rate limit for lines that strangers can cause.
 * @param tell called at the end of a minute in which lines were left out
 * @returns true when the next line of a kind may be written
 */
export function createLogPace(
  perMinute: number,
  tell: (kind: string, leftOut: number) => void,
): (kind: string) => boolean {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  const endWindow = (): void => {
    timer = null;
    for (const [kind, count] of counts) if (count > perMinute) tell(kind, count - perMinute);
    counts.clear();
  };
  return (kind) => {
    // This timer must not keep the process running.
    timer ??= setTimeout(endWindow, WINDOW_MS).unref();
    const counted = counts.has(kind) || counts.size < KINDS_MAX ? kind : FURTHER;
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    return count <= perMinute;
  };
}
