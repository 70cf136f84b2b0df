import { msg } from "#lib/core/texts.ts";
import type { ModelAct } from "#lib/features/models/rules.ts";

/** The words of a dialog that acts on models. */
export type ActWords = {
  title: string;
  /** What happens, and what cannot be undone. */
  consequence: string;
  button: string;
  pending: string;
  done: string;
};

export const ACT_WORDS: Record<ModelAct, ActWords> = {
  delete: {
    title: msg("{count, plural, one {Delete model} other {Delete # models}}"),
    consequence: msg(
      "Deletes the model and its file at the service, for everybody. This cannot be undone. An older version takes the place of a deleted one.",
    ),
    button: msg("{count, plural, one {Delete model} other {Delete # models}}"),
    pending: msg("Deleting"),
    done: msg("Deleted"),
  },
  process: {
    title: msg("{count, plural, one {Process model again} other {Process # models again}}"),
    consequence: msg(
      "The service reads the stored file again. Until it has finished, no elements can be read. What Portico has read stays.",
    ),
    button: msg("{count, plural, one {Process model again} other {Process # models again}}"),
    pending: msg("Sending"),
    done: msg("Processing started"),
  },
};
