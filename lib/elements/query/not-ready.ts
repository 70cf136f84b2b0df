/*
 * Why a table cannot answer just now: closed reasons with a sentence each, so that pages can say what happens next. Faults of the
 * index itself are no such reason: a broken index is made again.
 */
import { isErrorNamed } from "#lib/core/errors.ts";
import { msg } from "#lib/core/texts.ts";

export type NotReadyReason =
  /** The index is being made; ask again in a moment. */
  | "preparing"
  /** The snapshot was removed: read the elements again. */
  | "expired"
  /** Too many questions at once. */
  | "busy"
  /** The question took longer than it may. */
  | "tooSlow";

const SENTENCES: Readonly<Record<NotReadyReason, string>> = {
  preparing: msg("Portico is preparing the table for sorting and filtering. Try again in a moment."),
  expired: msg("This table is no longer stored. Read the elements again from the service."),
  busy: msg(
    "Too many tables are being searched at this moment. Nothing is lost; try again in a few seconds.",
  ),
  tooSlow: msg("The table took too long and was stopped. Choose fewer classes or a narrower filter."),
};

/** How far the making of an index is. */
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
