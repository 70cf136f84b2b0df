/** The plain CSV files of the two profiles, as input for the fast path. */
import { writesWhole, type WholeCsvOptions, csvOptions } from "#lib/elements/files/csv/options.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";

function plainFile(profile: CsvProfile): WholeCsvOptions {
  const options = csvOptions(profile);
  if (!writesWhole(options)) throw new Error(`the plain file for ${profile} is not for the fast way`);
  return options;
}

export const CSV_FOR_PROGRAMS = plainFile("programs");
export const CSV_FOR_SPREADSHEETS = plainFile("spreadsheets");
