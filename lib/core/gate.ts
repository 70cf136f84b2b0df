/**
 * A gate for costly work: a few pieces at once, a bounded number waiting, everybody else refused at once. Whoever is known goes before
 * strangers and has waiting places of their own, so that a crowd of strangers keeps no known person out. Knows nothing of the work.
 */

/** known: proved something before (a session, a link, a browser that has signed in). */
export type Asker = "known" | "stranger";

export type Gate = {
  /** Does the work when it is its turn. @throws what `refusal` makes when nobody more may wait */
  pass<T>(asker: Asker, work: () => Promise<T>): Promise<T>;
  /** The same refusal beforehand, for callers who would do other work first. */
  requirePlace(asker: Asker): void;
};

export type GateOptions = {
  atOnceMax: number;
  /** How many of each kind may wait. */
  waitingMax: number;
  refusal: () => Error;
};

/** Who is inside and who waits; shared by all gates that are to be one. */
export type GateState = { running: number; readonly waiting: Readonly<Record<Asker, (() => void)[]>> };

export function newGateState(): GateState {
  return { running: 0, waiting: { known: [], stranger: [] } };
}

export function createGate({ atOnceMax, waitingMax, refusal }: GateOptions, state = newGateState()): Gate {
  const { waiting } = state;

  function requirePlace(asker: Asker): void {
    if (state.running >= atOnceMax && waiting[asker].length >= waitingMax) throw refusal();
  }

  async function pass<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    requirePlace(asker);
    if (state.running < atOnceMax) state.running += 1;
    else await new Promise<void>((resolve) => waiting[asker].push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      // Whoever is next takes this place over; it is never free in between.
      if (next === undefined) state.running -= 1;
      else next();
    }
  }

  return { pass, requirePlace };
}
