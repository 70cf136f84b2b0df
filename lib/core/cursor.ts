/**
 * Cursors of keyset lists: the sort values of the last row as opaque text. An unreadable cursor counts as none; a cursor only determines a
 * place in an order.
 */

const LENGTH_MAX = 2000;

/** The cursor after a row sorted by these values. */
export function writeCursor(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** The `length` values of a cursor; null when the text is not a cursor. */
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
