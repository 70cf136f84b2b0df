/**
 * A gate for costly work: a few pieces at once, a bounded number waiting, all others refused at once. Known askers go before strangers and
 * have their own waiting places, so that a crowd of strangers cannot keep a known person out. After a stranger's work there may be a rest
 * in which only known askers go in. The gate knows nothing about the work.
 */

/** known: has proved something before (a session, a link, a browser that has signed in). */
export type Asker = "known" | "stranger";

export type GateOptions = {
  atOnceMax: number;
  /** How many of each kind may wait. */
  waitingMax: number;
  refusal: () => Error;
  /**
   * Called when a stranger's work begins; its result is called when the work has ended, and returns for how long no other stranger may go
   * in.
   */
  beginRest?: () => () => number;
};

/** Who is inside and who waits; gates that share a state act as one. */
export type GateState = {
  running: number;
  readonly waiting: Readonly<Record<Asker, (() => void)[]>>;
  restUntilMs: number;
  isWaking: boolean;
};

export function newGateState(): GateState {
  return { running: 0, waiting: { known: [], stranger: [] }, restUntilMs: 0, isWaking: false };
}

const NO_REST = (): number => 0;

export function createGate(
  { atOnceMax, waitingMax, refusal, beginRest = () => NO_REST }: GateOptions,
  state = newGateState(),
) {
  const { waiting } = state;
  const readRest = (): number => state.restUntilMs - performance.now();

  function isFree(asker: Asker, restMs = readRest()): boolean {
    return state.running < atOnceMax && (asker === "known" || restMs <= 0);
  }

  /** Whether an asker could now go in or wait. */
  function hasPlace(asker: Asker): boolean {
    return isFree(asker) || waiting[asker].length < waitingMax;
  }

  /** Refuses in advance, for callers that would do other work first. */
  function requirePlace(asker: Asker): void {
    if (!hasPlace(asker)) throw refusal();
  }

  /** Lets in all who may go in now. */
  function letIn(): void {
    // Read once: if the rest ended between two looks at the clock, nobody would be let in, and nothing would wake those who wait.
    const restMs = readRest();
    for (const asker of ["known", "stranger"] as const)
      while (isFree(asker, restMs)) {
        const next = waiting[asker].shift();
        if (next === undefined) break;
        state.running += 1;
        next();
      }
    if (waiting.stranger.length === 0 || restMs <= 0 || state.isWaking) return;
    state.isWaking = true;
    setTimeout(() => {
      state.isWaking = false;
      letIn();
    }, restMs);
  }

  /** Runs the work when its turn comes. @throws the error of `refusal` when no more may wait */
  async function pass<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    requirePlace(asker);
    const turn = new Promise<void>((resolve) => waiting[asker].push(resolve));
    letIn();
    await turn;
    const restOf = asker === "stranger" ? beginRest() : NO_REST;
    try {
      return await work();
    } finally {
      state.running -= 1;
      state.restUntilMs = Math.max(state.restUntilMs, performance.now() + restOf());
      letIn();
    }
  }

  return { pass, requirePlace, hasPlace };
}
