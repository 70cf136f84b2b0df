/**
 * Keeps what strangers can cause from filling the log: of each kind of line so many a minute are written, and one that tells how many more
 * there were. Knows neither the lines nor where they go.
 */

const WINDOW_MS = 60_000;
/** Kinds that are counted apart; whatever comes beyond is one kind. */
const KINDS_MAX = 100;
const FURTHER = "further kinds";

/**
 * A measure for lines that strangers can cause.
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
    // Never the reason why a process goes on.
    timer ??= setTimeout(endWindow, WINDOW_MS).unref();
    const counted = counts.has(kind) || counts.size < KINDS_MAX ? kind : FURTHER;
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    return count <= perMinute;
  };
}
