/*
 * Oddities in an answer that did not prevent reading it: counted, with a few samples, never dropped. The number of samples is bounded,
 * since the answer decides how many oddities there are.
 */

import { msg } from "#lib/core/texts.ts";

export type WarningCode =
  | "DUPLICATE_ID"
  | "ID_DIFFERS_BY_CASE"
  | "DUPLICATE_NAME"
  | "LONE_SURROGATE"
  | "VALUE_OUTSIDE_SET"
  | "KEYS_NOT_READ"
  | "UNIT_CONFLICT"
  | "UNITS_NOT_READ"
  | "RELATIONS_NOT_READ"
  | "RELATIONS_NOT_STATED"
  | "RELATIONS_IN_PART"
  | "RELATIONS_NOT_ASKED";

export interface SnapshotWarning {
  readonly code: WarningCode;
  /** One sentence for people: what was found, and what Portico did about it. */
  readonly message: string;
  readonly count: number;
  /** The first ids or names concerned, each cut to 200 characters. */
  readonly samples: readonly string[];
}

const SAMPLES_MAX = 20;

const MESSAGES: Readonly<Record<WarningCode, string>> = {
  DUPLICATE_ID: msg("Several elements in the answer have the same GlobalId. Each element keeps its own row."),
  ID_DIFFERS_BY_CASE: msg(
    "The answer has GlobalIds that differ only in upper and lower case. They belong to different elements; programs that ignore case will mix them up.",
  ),
  DUPLICATE_NAME: msg(
    "An element has two property sets, or a set has two properties, of the same name. Both are kept, in separate columns.",
  ),
  LONE_SURROGATE: msg(
    "Texts hold half of a character (a lone surrogate). It is shown as the replacement character U+FFFD.",
  ),
  VALUE_OUTSIDE_SET: msg(
    "Elements have values outside any property set. These values are shown among the attributes.",
  ),
  KEYS_NOT_READ: msg("Elements have parts that an element table does not show."),
  UNIT_CONFLICT: msg("A property has different units on different elements, so its column shows no unit."),
  UNITS_NOT_READ: msg(
    "The service's answer with the units could not be read, so units are missing. To retry, read the elements again.",
  ),
  RELATIONS_NOT_READ: msg(
    "The service's answer with storeys, types, materials and other relations could not be read, so their columns are absent. Refresh from service to try again.",
  ),
  RELATIONS_NOT_STATED: msg(
    "This service does not state storeys, types, materials and other relations, so their columns are absent.",
  ),
  RELATIONS_IN_PART: msg("This service does not state all relations; the columns of the others are absent."),
  RELATIONS_NOT_ASKED: msg(
    "This table was read before Portico asked for storeys, types, materials and other relations, so their columns are absent. Refresh from service to read them.",
  ),
};

/** A warning that concerns a whole table. */
export function oneWarning(code: WarningCode): SnapshotWarning {
  return { code, message: MESSAGES[code], count: 1, samples: [] };
}

/** Collects warnings by code. */
export class Warnings {
  readonly #found = new Map<WarningCode, { count: number; samples: Set<string> }>();

  add(code: WarningCode, sample?: string): void {
    let entry = this.#found.get(code);
    if (!entry) {
      entry = { count: 0, samples: new Set() };
      this.#found.set(code, entry);
    }
    entry.count++;
    if (sample !== undefined && entry.samples.size < SAMPLES_MAX)
      entry.samples.add(sample.slice(0, 200).toWellFormed());
  }

  list(): SnapshotWarning[] {
    return [...this.#found].map(([code, { count, samples }]) => ({
      code,
      message: MESSAGES[code],
      count,
      samples: [...samples],
    }));
  }
}
