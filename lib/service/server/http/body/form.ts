/**
 * application/x-www-form-urlencoded, parsed strictly (URL Standard section 5.1 without its leniency): a wrong percent sign or bytes that
 * are not UTF-8 are errors, never replaced by guesses.
 */

const FIELDS_MAX = 200;

/** The pairs in order; null when the text is not a well-formed form or has more than 200 fields. */
export function parseForm(bytes: Buffer): [name: string, value: string][] | null {
  const text = decodeUtf8(bytes);
  if (text === null) return null;
  const pairs: [string, string][] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    if (pairs.length === FIELDS_MAX) return null;
    const cut = part.indexOf("=");
    const name = decodeFormText(cut === -1 ? part : part.slice(0, cut));
    const value = decodeFormText(cut === -1 ? "" : part.slice(cut + 1));
    if (name === null || value === null) return null;
    pairs.push([name, value]);
  }
  return pairs;
}

/** The text of these bytes; null when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** One form-encoded text: `+` is a space, `%XX` are UTF-8 bytes; null when it is malformed. */
export function decodeFormText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** All values of each field, in order. */
export function groupPairs(
  pairs: readonly (readonly [name: string, value: string])[],
): Map<string, string[]> {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return new Map([...groups].map(([name, own]) => [name, own.map(([, value]) => value)]));
}
