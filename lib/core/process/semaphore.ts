/** A fair counting semaphore whose waiters can leave. */
import { untilAborted } from "./until-aborted.ts";

export class Semaphore {
  readonly #max: number;
  readonly #queue = new Set<() => void>();
  #held = 0;

  /** @param max how many may hold it at the same time */
  constructor(max: number) {
    this.#max = max;
  }

  /** How many wait; none while it is free. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Whether nobody holds it. */
  get isIdle(): boolean {
    return this.#held === 0;
  }

  /**
   * Waits for a turn, first come, first served. Whoever leaves the queue takes nobody's turn.
   * @param signal ends the wait
   * @param reason makes the error of that end
   * @returns `release`, to be called once
   */
  async acquire(signal: AbortSignal | undefined, reason: () => Error): Promise<() => void> {
    if (this.#held < this.#max) this.#held += 1;
    else await this.#wait(signal, reason);
    return () => {
      const [next] = this.#queue;
      if (next === undefined) {
        this.#held -= 1;
        return;
      }
      // The turn passes on directly: it is never free in between.
      this.#queue.delete(next);
      next();
    };
  }

  async #wait(signal: AbortSignal | undefined, reason: () => Error): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<null>();
    const begin = (): void => resolve(null);
    this.#queue.add(begin);
    if (signal === undefined) {
      await promise;
      return;
    }
    await untilAborted(promise, signal, () => {
      // At once: a turn that comes in the same tick must not pass to somebody who has left.
      this.#queue.delete(begin);
      return reason();
    });
  }
}
