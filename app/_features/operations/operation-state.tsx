import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { OperationView } from "#lib/features/operations/queries.ts";

const WORDS: Record<OperationView["state"], { tone: Tone; word: string }> = {
  PREPARED: { tone: "progress", word: msg("Sending") },
  HELD: { tone: "idle", word: msg("Not sent") },
  SENDING: { tone: "progress", word: msg("Sent, waiting for the answer") },
  NOT_SENT: { tone: "warn", word: msg("Not sent") },
  REFUSED: { tone: "bad", word: msg("Refused") },
  DONE: { tone: "ok", word: msg("Confirmed") },
  ALREADY: { tone: "ok", word: msg("Already a member") },
  DONE_ID_LOST: { tone: "unknown", word: msg("Created, number lost") },
  UNKNOWN: { tone: "unknown", word: msg("Unknown") },
  RESOLVED_DONE: { tone: "ok", word: msg("Confirmed: exists") },
  RESOLVED_ABSENT: { tone: "idle", word: msg("Confirmed: does not exist") },
  DISCARDED: { tone: "idle", word: msg("Discarded") },
  ABANDONED: { tone: "unknown", word: msg("Closed, uncertain") },
  DUPLICATE_FOUND: { tone: "bad", word: msg("Done twice") },
};

/** An operation's state as icon, word and colour, with its cause below; narrow in a row of a table. */
export function OperationState({
  operation,
  wide = false,
}: {
  operation: Pick<OperationView, "state" | "cause" | "causeSaid">;
  wide?: boolean;
}): ReactNode {
  const { tone, word } = WORDS[operation.state];
  const cause = toldOf(operation, "cause");
  return (
    <State
      tone={tone}
      detail={
        cause !== null && (
          <span className={cx("block whitespace-normal", wide ? "max-w-[80ch]" : "max-w-[52ch]")}>
            {cause}
          </span>
        )
      }
    >
      {t(word)}
    </State>
  );
}
