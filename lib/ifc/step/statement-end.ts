// How a statement of a STEP file can end, and the sentences about it. No scanning here.

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
