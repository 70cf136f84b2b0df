/*
 * What may be chosen about a CSV file, the two profiles, and the check that a choice can be read back without doubt.
 */
import { kept } from "#lib/core/kept-texts.ts";
import { ElementsError } from "#lib/elements/errors.ts";

export interface CsvOptions {
  readonly delimiter: "," | ";" | "\t";
  /** Numbers keep their digits; only the mark is replaced. */
  readonly decimalMark: "." | ",";
  /** Begins the file with the UTF-8 mark, by which some spreadsheets know the encoding. */
  readonly byteOrderMark: boolean;
  /** What true and false are written as: short words without a quotation mark or delimiter. */
  readonly booleans: readonly [whenTrue: string, whenFalse: string];
  /** What a property without a value is written as, unquoted; "" makes it equal to a missing property. */
  readonly nullText: string;
  /** Puts an apostrophe in front of texts that a spreadsheet would run (formula.ts); without it every text stands as it is. */
  readonly guardFormulas: boolean;
  /** Ids of the columns to write, in this order; by default all of them. */
  readonly columns?: readonly string[] | undefined;
}

/** Comma, point, no mark, every text as it is: what programs read without being told anything. */
export const CSV_FOR_PROGRAMS: CsvOptions = {
  delimiter: ",",
  decimalMark: ".",
  byteOrderMark: false,
  booleans: ["true", "false"],
  nullText: "",
  guardFormulas: false,
};

/** Semicolon, decimal comma, mark, no formulas: what spreadsheets of most European settings open by a double click. */
export const CSV_FOR_SPREADSHEETS: CsvOptions = {
  delimiter: ";",
  decimalMark: ",",
  byteOrderMark: true,
  booleans: ["true", "false"],
  nullText: "",
  guardFormulas: true,
};

/**
 * Fills in what was left out.
 * @throws ElementsError BAD_OPTION
 */
export function resolveCsvOptions(chosen: Partial<CsvOptions>): CsvOptions {
  const options = { ...CSV_FOR_PROGRAMS, ...chosen };
  if (options.delimiter === options.decimalMark) {
    throw new ElementsError(
      "BAD_OPTION",
      kept(
        "A comma cannot both separate the cells and mark the decimals. Choose the semicolon as delimiter, or the point as decimal mark.",
      ),
    );
  }
  if (options.nullText !== "" && !/^(?!(?:true|false)$)[\\A-Za-z][A-Za-z/_]{0,19}$/.test(options.nullText)) {
    throw new ElementsError(
      "BAD_OPTION",
      kept(
        "The mark for a property without a value must be a short word such as NULL or n/a, so that it cannot be taken for a value.",
      ),
    );
  }
  return options;
}
