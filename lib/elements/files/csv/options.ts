/*
 * How the fields of every CSV file are written: element tables (plain or fast path), live addresses, the ledger, the audit, results of
 * lists, property overviews. Derived from the options that people choose, which are checked in ../options.ts.
 */
import { guardsFormulas, PLAIN_OPTIONS, type ExportOptions, type ExportProfile } from "../options.ts";

type Chosen = Pick<
  ExportOptions,
  "delimiter" | "decimalMark" | "quoteAll" | "byteOrderMark" | "lineEnd" | "missingAs" | "noneAs" | "emptyAs"
>;

export interface CsvOptions extends Readonly<Chosen> {
  /** The words for true and false: short, without a quotation mark or line end. */
  readonly booleans: readonly [whenTrue: string, whenFalse: string];
  /** Puts an apostrophe in front of texts that a spreadsheet would run (formula.ts); without it every text is unchanged. */
  readonly guardsFormulas: boolean;
}

/**
 * Turns a person's choice into the rules for a file's fields.
 * @param profile a CSV profile
 * @param options by default those of the profile's plain file
 */
export function csvOptions(
  profile: ExportProfile,
  options: ExportOptions = PLAIN_OPTIONS[profile],
): CsvOptions {
  const [whenTrue = "", whenFalse = ""] = options.booleans.split("/");
  return { ...options, booleans: [whenTrue, whenFalse], guardsFormulas: guardsFormulas(profile) };
}

/** Options that the fast path can write. */
export type WholeCsvOptions = CsvOptions & {
  readonly delimiter: Exclude<CsvOptions["delimiter"], "|">;
  readonly quoteAll: false;
  readonly lineEnd: "crlf";
  readonly missingAs: "";
  readonly emptyAs: "";
};

/** True for options that the fast path can write. */
export function writesWhole(options: CsvOptions): options is WholeCsvOptions {
  const { delimiter, quoteAll, lineEnd, missingAs, emptyAs } = options;
  return delimiter !== "|" && !quoteAll && lineEnd === "crlf" && missingAs === "" && emptyAs === "";
}
