/*
 * Checks that bytes which arrive in pieces are UTF-8 (RFC 3629), so that no value of a table is silently repaired.
 * A character cut by the end of a piece is left for the next one.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { isUtf8 } from "node:buffer";
import { ElementsError } from "#lib/elements/errors.ts";

/** Number of bytes at the end that belong to an incomplete character. */
function cutAtEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= from; back++) {
    const byte = bytes[end - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/**
 * Checks `bytes[from … end)`; `base` is the offset of bytes[0] in the answer.
 * @returns up to where the bytes are known to be good
 * @throws ElementsError INVALID_UTF8 with the place of the first bad character
 */
export function checkUtf8(bytes: Uint8Array, from: number, end: number, base: number): number {
  const whole = end - cutAtEnd(bytes, from, end);
  if (isUtf8(bytes.subarray(from, whole))) return whole;
  let good = from;
  let bad = whole;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const upTo = middle - cutAtEnd(bytes, from, middle);
    if (upTo > good && isUtf8(bytes.subarray(good, upTo))) good = upTo;
    else if (upTo > good) bad = upTo;
    else break;
  }
  throw new ElementsError(
    "INVALID_UTF8",
    kept(
      "The service's answer is not UTF-8: the character at or just after byte {offset} is broken, so texts of the model would be wrong. Report this to the service's operator.",
      { offset: base + good },
    ),
  );
}
