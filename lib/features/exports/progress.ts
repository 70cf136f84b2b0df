/**
 * Writes a run's progress to its row twice a second and checks at the same time whether the run still belongs to this runner: if it was
 * cancelled or taken by another runner, the work is aborted. Does not decide how the run ends.
 */
import { now } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { ACTIVE_EXPORT_STATES } from "#lib/core/export-states.ts";

const WRITE_MS = 500;

/** A run as claimed by one runner. */
export type Claim = { runId: string; runnerToken: string };

/** The condition under which a runner may still change its run. */
export function ownRun(claim: Claim) {
  return {
    id: claim.runId,
    runnerToken: claim.runnerToken,
    state: { in: [...ACTIVE_EXPORT_STATES] },
  };
}

export type Step = "READING" | "WRITING" | "VERIFYING";

/** Starts writing progress; `stop` ends it. */
export function followProgress(claim: Claim, stopping: AbortSignal) {
  const taken = new AbortController();
  const current = {
    state: "READING" as Step,
    rowsDone: 0,
    rowsTotal: null as number | null,
    modelsRead: null as number | null,
    bytes: 0n,
    stepStartedAt: now(),
  };
  const write = async (): Promise<void> => {
    const { rowsTotal, ...rest } = current;
    const data = rowsTotal === null ? rest : { ...rest, rowsTotal };
    const { count } = await getDb().exportRun.updateMany({ where: ownRun(claim), data });
    if (count === 0) taken.abort(new Error("the run was cancelled or taken over"));
  };
  const timer = setInterval(() => {
    write().catch((thrown: unknown) => {
      log.warn("an export's progress could not be written", { runId: claim.runId, cause: String(thrown) });
    });
  }, WRITE_MS);
  return {
    /** Aborts when Portico stops or the run is taken away. */
    signal: AbortSignal.any([stopping, taken.signal]),
    isTakenAway: (): boolean => taken.signal.aborted,
    step: (state: Step, rowsTotal: number | null): void => {
      Object.assign(current, { state, rowsTotal, rowsDone: 0, stepStartedAt: now() });
    },
    /** @param bytes size of the file so far, while it is written */
    advance: (rowsDone: number, bytes?: number): void => {
      current.rowsDone = rowsDone;
      if (bytes !== undefined) current.bytes = BigInt(bytes);
    },
    /** Number of models read so far, for a table over several. */
    modelsRead: (count: number): void => {
      current.modelsRead = count;
    },
    stop: (): void => {
      clearInterval(timer);
    },
  };
}

export type RunProgress = ReturnType<typeof followProgress>;
