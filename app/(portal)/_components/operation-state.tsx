import type { ReactNode } from "react";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { OperationView } from "#lib/features/operations/schema.ts";

const WORDS: Record<OperationView["state"], { tone: Tone; word: string }> = {
  PREPARED: { tone: "progress", word: "Sending" },
  HELD: { tone: "idle", word: "Not sent" },
  SENDING: { tone: "progress", word: "Sent, waiting for the answer" },
  NOT_SENT: { tone: "warn", word: "Not sent" },
  REFUSED: { tone: "bad", word: "Refused" },
  DONE: { tone: "ok", word: "Confirmed" },
  ALREADY: { tone: "ok", word: "Already a member" },
  DONE_ID_LOST: { tone: "unknown", word: "Created, number lost" },
  UNKNOWN: { tone: "unknown", word: "Unknown" },
  RESOLVED_DONE: { tone: "ok", word: "Settled: exists" },
  RESOLVED_ABSENT: { tone: "idle", word: "Settled: does not exist" },
  DISCARDED: { tone: "idle", word: "Discarded" },
  ABANDONED: { tone: "unknown", word: "Closed, uncertain" },
  DUPLICATE_FOUND: { tone: "bad", word: "Done twice" },
};

/** An operation's state as icon, word and colour; its cause beneath. */
export function OperationState({
  operation,
}: {
  operation: Pick<OperationView, "state" | "cause">;
}): ReactNode {
  const { tone, word } = WORDS[operation.state];
  return (
    <State
      tone={tone}
      {...(operation.cause === null
        ? {}
        : { detail: <span className="block max-w-[52ch] whitespace-normal">{operation.cause}</span> })}
    >
      {word}
    </State>
  );
}
