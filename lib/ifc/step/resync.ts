// How a statement of a STEP file can end, and where reading can continue after one that was not closed. Only inspects a window of bytes.
import { CR, HASH, latin1, LF, SPACE } from "./bytes.ts";

/** How far back to search for the number of a record whose predecessor was not closed. */
export const LOOK_BACK_BYTES = 64;

// Only the scanner's white space; `\s` includes more: with a no-break space before the equals sign, the scanner would be sent back
// endlessly to the number that it has just refused.
const RECORD = /^#\d+[ \t\r\n\v\f]*=[ \t\r\n\v\f]*[A-Z(]/i;
const NUMBER_AT_END = /#\d+[ \t\r\n\v\f]*$/;

/**
 * A line break inside a string is only a wrapped line, unless a record or the section's end follows: then the string was never closed, and
 * reading continues there.
 * @returns the position of the record, or -1
 */
export function findRecordAfterBreak(bytes: Uint8Array, lineBreak: number, end: number): number {
  let at = lineBreak;
  while (at < end && (bytes[at] === LF || bytes[at] === CR || bytes[at] === SPACE)) at++;
  if (bytes[at] === HASH) {
    return RECORD.test(latin1(bytes, at, Math.min(end, at + 40))) ? at : -1;
  }
  return /^ENDSEC\s*;/.test(latin1(bytes, at, Math.min(end, at + 12))) ? at : -1;
}

/** At an equals sign outside strings: the position of the `#` of the record that it belongs to, or -1. */
export function findNumberBefore(bytes: Uint8Array, equals: number): number {
  const from = Math.max(0, equals - LOOK_BACK_BYTES);
  const match = NUMBER_AT_END.exec(latin1(bytes, from, equals));
  return match ? from + match.index : -1;
}

/** "closed" is regular; everything else is damage. */
export type StatementEnd =
  | "closed"
  | "string open"
  | "string open to the end"
  | "semicolon missing"
  | "comment open"
  | "cut";

/** The sentence for people. */
export function describe(end: StatementEnd): string {
  switch (end) {
    case "string open":
      return "a text is not closed with an apostrophe";
    case "string open to the end":
      return "a text is not closed with an apostrophe and runs to the end of the file";
    case "semicolon missing":
      return "the record is not closed with a semicolon";
    case "comment open":
      return "a comment is not closed and runs to the end of the file";
    case "cut":
      return "the file ends in the middle of this record: it was cut off";
    case "closed":
      return "the record is closed";
  }
}

/** Text of the file for a message: one line, plain characters; "?" if there are none. */
export function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+/g, " ").trim() || "?";
}
