/** A bounded number of places that are each taken for a while; whoever finds none waits in line. */
import { untilAborted } from "./until-aborted.ts";

export class Line {
  readonly #places: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** How many wait; none while a place is free. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether nobody has a place. */
  get isEmpty(): boolean {
    return this.#taken === 0;
  }

  /**
   * Takes a place, first come, first served. Whoever leaves the line takes nobody's turn.
   * @param signal ends the wait
   * @param reason makes the error of that end
   * @returns gives the place back; to be called once
   */
  async take(signal: AbortSignal | undefined, reason: () => Error): Promise<() => void> {
    if (this.#taken < this.#places) this.#taken += 1;
    else await this.#wait(signal, reason);
    return () => {
      const [next] = this.#waiting;
      if (next === undefined) {
        this.#taken -= 1;
        return;
      }
      // The place passes on directly and is never free in between.
      this.#waiting.delete(next);
      next();
    };
  }

  async #wait(signal: AbortSignal | undefined, reason: () => Error): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<null>();
    const begin = (): void => resolve(null);
    this.#waiting.add(begin);
    if (signal === undefined) {
      await promise;
      return;
    }
    await untilAborted(promise, signal, () => {
      // At once: a place that becomes free in the same turn must not pass to somebody who has left.
      this.#waiting.delete(begin);
      return reason();
    });
  }
}
