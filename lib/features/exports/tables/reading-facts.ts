/** What is kept of a reading after it is closed. */
import type { RowPlace } from "#lib/elements/files/table.ts";
import type { SnapshotWarning } from "#lib/elements/warnings.ts";
import type { RunSource } from "./run-readings.ts";

/** What the record beside the file says about a reading. */
export type ReadingFacts = {
  ifcClass: string;
  readAt: Date;
  elements: number;
  /** The service's answer as received. */
  answer: { bytes: number; sha256: string };
  warnings: readonly SnapshotWarning[];
  /** Where its elements come from, in a table over several models. */
  place: RowPlace | null;
};

/** The facts of an open reading, for the record. */
export function factsOf({ ifcClass, readAt, snapshot }: RunSource, place: RowPlace | null): ReadingFacts {
  const { rows, bytes, sha256, warnings } = snapshot.meta;
  return { ifcClass, readAt, elements: rows, answer: { bytes, sha256 }, warnings, place };
}
