/**
 * Whether the database answers, checked before a request is let in: without the database every page and call would fail, each after
 * waiting. The portal's start (server.ts, inside Next's bundle) registers the check here, so that it uses the same connections as the
 * requests: an exhausted pool counts as unavailable. Also records which admitted requests failed because of the database.
 */
import { log } from "#lib/core/log/logger.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import { withinLimit } from "#lib/core/process/within-limit.ts";

type Question = () => Promise<unknown>;

/** How long a good result is valid: a busy portal asks twice a second. */
const GOOD_MS = 500;
/** A bad result is valid for less, because everybody waits for its end. */
const BAD_MS = 250;
/** Whoever waits longer is told to retry; less than the five seconds after which people press the button again. */
const ANSWER_MS_MAX = 3_000;

const shared = oncePerProcess("database gate", () => ({
  question: null as Question | null,
  failures: new Set<string>(),
  known: { isThere: true, untilMs: 0 },
}));
const { known, failures } = shared;
let asking: Promise<boolean> | null = null;

/** Starts guarding; `ask` rejects when the database cannot be used. */
export function guardDatabase(ask: Question): void {
  shared.question = ask;
}

/** True when the database answered a moment ago, or does now; waits at most some seconds, and mostly not at all. */
export function isDatabaseThere(): boolean | Promise<boolean> {
  if (performance.now() < known.untilMs) return known.isThere;
  const { question } = shared;
  if (question === null) return true;
  return (asking ??= ask(question).finally(() => {
    asking = null;
  }));
}

async function ask(question: Question): Promise<boolean> {
  const answer = question().then(
    () => null,
    (thrown: unknown) => String(thrown),
  );
  const late = `no answer within ${String(ANSWER_MS_MAX / 1000)} s`;
  const trouble = await withinLimit(answer, ANSWER_MS_MAX, late);
  const isThere = trouble === null;
  if (isThere !== known.isThere) {
    if (isThere) log.info("the database answers again");
    else
      log.error("the database does not answer; requests are refused until it does", undefined, { trouble });
  }
  known.isThere = isThere;
  known.untilMs = performance.now() + (isThere ? GOOD_MS : BAD_MS);
  return isThere;
}

/** Records that a request, identified by its answer's nonce, failed because of the database; the next request asks again. */
export function noteDatabaseFailure(nonce: string): void {
  known.untilMs = 0;
  failures.add(nonce);
}

/** Whether that was recorded for a request. */
export function hasDatabaseFailed(nonce: string): boolean {
  return failures.has(nonce);
}

/** The request has ended. */
export function forgetDatabaseFailure(nonce: string): void {
  failures.delete(nonce);
}
