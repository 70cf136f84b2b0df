// Where reading can go on after a record that was not closed. Looks at a window of bytes; changes nothing.
import { CR, HASH, latin1, LF, SPACE } from "./bytes.ts";

/** How far back the number of a record is looked for when its predecessor was not closed. */
export const LOOK_BACK_BYTES = 64;

/**
 * A line break inside a string is only a wrapped line, unless a record or the section's end follows: then the string
 * was never closed, and reading goes on there.
 * @returns the position of the record, or -1
 */
export function findRecordAfterBreak(bytes: Uint8Array, lineBreak: number, end: number): number {
  let at = lineBreak;
  while (at < end && (bytes[at] === LF || bytes[at] === CR || bytes[at] === SPACE)) at++;
  if (bytes[at] === HASH) {
    return /^#\d+\s*=\s*[A-Z(]/i.test(latin1(bytes, at, Math.min(end, at + 40))) ? at : -1;
  }
  return /^ENDSEC\s*;/.test(latin1(bytes, at, Math.min(end, at + 12))) ? at : -1;
}

/** At an equals sign outside strings: the position of the `#` of the record that it belongs to, or -1. */
export function findNumberBefore(bytes: Uint8Array, equals: number): number {
  const from = Math.max(0, equals - LOOK_BACK_BYTES);
  const match = /#\d+\s*$/.exec(latin1(bytes, from, equals));
  return match ? from + match.index : -1;
}
