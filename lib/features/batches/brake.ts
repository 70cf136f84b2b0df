/** When a list must pause automatically for a person's decision, and how long it waits when the service asks it to. Pure. */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { OperationState } from "#lib/db/client.ts";

/** The result for one address, as far as the brake needs it. */
export type Answer = {
  state: OperationState;
  /** HTTP status, null when no answer came. */
  status: number | null;
  /** Exchanges begun: 0 when no access token could be obtained. */
  tries: number;
  cause: Sentence | null;
};

/** How many answers are examined, newest first. */
export const ANSWERS_MAX = 20;
/** Pause after waiting this often in a row for the same address. */
export const WAITS_MAX = 5;

/** Pause after failing to send the same thing this often. */
const TRIES_MAX = 5;
const UNKNOWN_IN_A_ROW = 3;
const UNKNOWN_OF_LAST = 5;
const SAME_IN_A_ROW = 3;
const WAIT_MS_MIN = 1_000;
const WAIT_MS_FIRST = 5_000;
const WAIT_MS_MAX = 15 * 60_000;
/** Statuses that do not concern the single address: every further address would get the same answer. */
const REFUSES_ALL = new Set([402, 403, 404, 405, 410, 415]);

/** What is sent, as the brake's sentences name it. */
const THINGS = { addresses: say("addresses"), projects: say("projects"), steps: say("steps") } as const;
export type Things = keyof typeof THINGS;

/**
 * Why the list must pause, in a sentence for people, or null. `answers`: newest first, since a person last resumed it; `kind`: what is
 * sent.
 */
export function reasonToStop(answers: readonly Answer[], kind: Things = "addresses"): Said | null {
  const [latest] = answers;
  if (latest === undefined) return null;
  const things = THINGS[kind];
  if (latest.state === "REFUSED" && latest.status === 401) {
    return say(
      "The service refuses the connection's credentials. An administrator must check the connection.",
    );
  }
  const { cause, status } = latest;
  if (latest.state === "NOT_SENT" && latest.tries === 0 && status === null) {
    return cause === null
      ? say("Couldn’t get an access token.")
      : say("Couldn’t get an access token. {cause}", { cause });
  }
  const recent = answers.slice(0, ANSWERS_MAX);
  if (latest.state === "UNKNOWN") {
    if (startsWith(recent, UNKNOWN_IN_A_ROW, (answer) => answer.state === "UNKNOWN")) {
      const count = UNKNOWN_IN_A_ROW;
      return cause === null
        ? say("The service gave no certain answer {count} times in a row.", { count })
        : say("The service gave no certain answer {count} times in a row. {cause}", { count, cause });
    }
    if (recent.filter((answer) => answer.state === "UNKNOWN").length >= UNKNOWN_OF_LAST) {
      return say("{count} of the last {total} {things} got no certain answer.", {
        count: UNKNOWN_OF_LAST,
        total: recent.length,
        things,
      });
    }
  }
  if (
    latest.state === "NOT_SENT" &&
    startsWith(recent, SAME_IN_A_ROW, (answer) => answer.state === "NOT_SENT")
  ) {
    return cause === null
      ? say("{count} {things} in a row could not be sent.", { count: SAME_IN_A_ROW, things })
      : say("{count} {things} in a row could not be sent. {cause}", { count: SAME_IN_A_ROW, things, cause });
  }
  const isRefusal = (answer: Answer): boolean => answer.state === "REFUSED" && answer.status === status;
  const saysAll = status !== null && (REFUSES_ALL.has(status) || (status >= 300 && status < 400));
  if (saysAll && startsWith(recent, SAME_IN_A_ROW, isRefusal)) {
    return cause === null
      ? say("The service refused {count} {things} in a row for the same reason.", {
          count: SAME_IN_A_ROW,
          things,
        })
      : say("The service refused {count} {things} in a row for the same reason. {cause}", {
          count: SAME_IN_A_ROW,
          things,
          cause,
        });
  }
  return null;
}

/** Why the list pauses after one thing could not be sent so often, or null. An address needs no quotes. */
export function reasonToGiveUp(
  { title, cause, tries }: { title: string; cause: Sentence | null; tries: number },
  kind: Things,
): Said | null {
  if (tries < TRIES_MAX) return null;
  const values = { title, count: tries };
  if (cause === null || cause === "") {
    return kind === "addresses"
      ? say("{title} could not be sent in {count} tries.", values)
      : say("“{title}” could not be sent in {count} tries.", values);
  }
  return kind === "addresses"
    ? say("{title} could not be sent in {count} tries. {cause}", { ...values, cause })
    : say("“{title}” could not be sent in {count} tries. {cause}", { ...values, cause });
}

function startsWith(answers: readonly Answer[], count: number, is: (answer: Answer) => boolean): boolean {
  return answers.length >= count && answers.slice(0, count).every(is);
}

/** True when the service asked to wait: nothing was done there, and the same address is sent again later. */
export function asksToWait(answer: Answer): boolean {
  return answer.state === "NOT_SENT" && (answer.status === 429 || answer.status === 425);
}

/** How long to wait: as the service says, within bounds; without its word longer each time. `waits`: how many waits in a row so far. */
export function waitMs(retryAfterSeconds: number | null, waits: number): number {
  const asked = retryAfterSeconds === null ? WAIT_MS_FIRST * 2 ** waits : retryAfterSeconds * 1000;
  return Math.min(WAIT_MS_MAX, Math.max(WAIT_MS_MIN, asked));
}
