/*
 * The choices that the fast way can write; all others are for plain code.
 */
import type { CsvOptions } from "../options.ts";

/** Choices that the fast way can write. */
export type WholeCsvOptions = CsvOptions & {
  readonly delimiter: Exclude<CsvOptions["delimiter"], "|">;
  readonly quoteAll: false;
  readonly lineEnd: "crlf";
  readonly missingAs: "";
  readonly emptyAs: "";
};

/** True for choices that the fast way can write. */
export function writesWhole(options: CsvOptions): options is WholeCsvOptions {
  const { delimiter, quoteAll, lineEnd, missingAs, emptyAs } = options;
  return delimiter !== "|" && !quoteAll && lineEnd === "crlf" && missingAs === "" && emptyAs === "";
}
