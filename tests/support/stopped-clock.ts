import { afterEach } from "vitest";
import { setClock } from "#lib/core/clock.ts";

/**
 * Lets the tests of a file stop the clock, at the present or at a given time: it stands at `ms`, which a test moves. After each test the
 * real clock runs again.
 */
export function useStoppedClock(): (startMs?: number) => { ms: number } {
  let restore = (): void => undefined;
  const start = (): void => {
    restore();
    restore = () => undefined;
  };
  afterEach(start);
  return (startMs = Date.now()) => {
    start();
    const clock = { ms: startMs };
    restore = setClock(() => clock.ms);
    return clock;
  };
}
