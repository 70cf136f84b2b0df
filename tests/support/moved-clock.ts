import { afterEach } from "vitest";
import { setClock } from "#lib/core/clock.ts";

/** Lets the tests of a file move the clock ahead of the real one, by as much as each says; after each test it is the real one again. */
export function useMovedClock(): (aheadMs: number) => void {
  let restore = (): void => undefined;
  const stop = (): void => {
    restore();
    restore = () => undefined;
  };
  afterEach(stop);
  return (aheadMs) => {
    stop();
    restore = setClock(() => Date.now() + aheadMs);
  };
}
