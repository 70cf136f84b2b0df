/** The plain CSV files of the two profiles, as input for the fast path. */
import { headingOf } from "#lib/elements/files/column-heading.ts";
import { writesWhole, type WholeCsvOptions, csvOptions } from "#lib/elements/files/csv/options.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { guardText } from "#lib/elements/formula.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";

function plainFile(profile: CsvProfile): WholeCsvOptions {
  const options = csvOptions(profile);
  if (!writesWhole(options)) throw new Error(`the plain file for ${profile} is not for the fast way`);
  return options;
}

/** The row of headings of a whole table. */
export function headingRowOf(
  { meta }: Pick<Snapshot, "meta">,
  { guardsFormulas }: WholeCsvOptions,
): string[] {
  const names = ["GlobalId", ...meta.columns.map(headingOf)];
  return guardsFormulas ? names.map(guardText) : names;
}

export const CSV_FOR_PROGRAMS = plainFile("programs");
export const CSV_FOR_SPREADSHEETS = plainFile("spreadsheets");
