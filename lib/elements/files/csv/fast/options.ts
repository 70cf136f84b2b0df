/*
 * The options that the fast path can write; all others take the plain path.
 */
import type { CsvOptions } from "../options.ts";

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
