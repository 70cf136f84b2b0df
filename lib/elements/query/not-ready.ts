/*
 * Why a table cannot answer right now: a closed set of reasons with a sentence each, so that pages can say what happens next. A broken
 * index is not among them, because it is made again.
 */
import { isErrorNamed } from "#lib/core/errors.ts";
import { msg } from "#lib/core/texts.ts";

export type NotReadyReason =
  /** The index is being made; ask again in a moment. */
  | "preparing"
  /** The snapshot was removed: read the elements again. */
  | "expired"
  /** Too many queries at once. */
  | "busy"
  /** The query exceeded its time limit. */
  | "tooSlow";

const SENTENCES: Readonly<Record<NotReadyReason, string>> = {
  preparing: msg("Portico is preparing the table for sorting and filtering. Try again in a moment."),
  expired: msg("This table is no longer stored. Read the elements again from the service."),
  busy: msg(
    "Too many tables are being searched at this moment. Nothing is lost; try again in a few seconds.",
  ),
  tooSlow: msg("The table took too long and was stopped. Choose fewer classes or a narrower filter."),
};

/** Progress of making an index. */
export type Preparation = { readonly rows: number; readonly rowsDone: number };

export class TableNotReady extends Error {
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return isErrorNamed(thrown, "TableNotReady");
  }

  override readonly name = "TableNotReady";
  readonly reason: NotReadyReason;
  readonly progress: Preparation | null;

  constructor(reason: NotReadyReason, progress: Preparation | null, cause?: unknown) {
    super(SENTENCES[reason], cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.progress = progress;
  }
}
