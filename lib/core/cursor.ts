/**
 * Cursors of keyset lists: the sort values of the last row as opaque text. What cannot be read counts as no cursor; it is
 * never trusted with more than its place in an order.
 */

const LENGTH_MAX = 2000;

/** The cursor after a row sorted by these values. */
export function writeCursor(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** The values of a cursor of `length` texts, or null when it is none. */
export function readCursor(text: string | undefined, length: number): string[] | null {
  if (text === undefined || text === "" || text.length > LENGTH_MAX) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const isFitting =
      Array.isArray(values) &&
      values.length === length &&
      values.every((value) => typeof value === "string" && !value.includes("\0"));
    return isFitting ? (values as string[]) : null;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}
