/*
 * How the fields of a CSV file are written, for every CSV file there is: element tables in plain code or by the fast way, steady addresses,
 * ledger, audit, results of lists, passports. Made of the options that people choose, which are checked in ../options.ts.
 */
import { guardsFormulas, PLAIN_OPTIONS, type ExportOptions, type ExportProfile } from "../options.ts";

type Chosen = Pick<
  ExportOptions,
  "delimiter" | "decimalMark" | "quoteAll" | "byteOrderMark" | "lineEnd" | "missingAs" | "noneAs" | "emptyAs"
>;

export interface CsvOptions extends Readonly<Chosen> {
  /** What true and false are written as: short words without a quotation mark or line end. */
  readonly booleans: readonly [whenTrue: string, whenFalse: string];
  /** Puts an apostrophe in front of texts that a spreadsheet would run (formula.ts); without it every text stands as it is. */
  readonly guardsFormulas: boolean;
}

/**
 * What a choice means for the fields of a file.
 * @param profile one that is CSV
 * @param options by default the plain file of the profile
 */
export function csvOptions(
  profile: ExportProfile,
  options: ExportOptions = PLAIN_OPTIONS[profile],
): CsvOptions {
  const { delimiter, decimalMark, quoteAll, byteOrderMark, lineEnd, missingAs, noneAs, emptyAs } = options;
  const [whenTrue = "", whenFalse = ""] = options.booleans.split("/");
  return {
    delimiter,
    decimalMark,
    quoteAll,
    byteOrderMark,
    lineEnd,
    missingAs,
    noneAs,
    emptyAs,
    booleans: [whenTrue, whenFalse],
    guardsFormulas: guardsFormulas(profile),
  };
}
