// Byte values of ISO 10303-21 text and small tables over them. No logic beyond classification. Indexing a typed array is written `bytes[i]
// ?? 0` throughout lib/ifc: the compiler asks for it, and optimised code drops it, because an element of a typed array is always a number.

export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTATION = 0x22;
export const HASH = 0x23;
export const DOLLAR = 0x24;
export const APOSTROPHE = 0x27;
export const OPEN = 0x28;
export const CLOSE = 0x29;
export const ASTERISK = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const SEMICOLON = 0x3b;
export const EQUALS = 0x3d;
export const BACKSLASH = 0x5c;

/** A table of 256 flags, 1 for the bytes of `members`. */
export function tableOf(members: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const member of members) table[member.charCodeAt(0)] = 1;
  return table;
}

/** Bytes that a keyword (class or type name) is made of; lower case is tolerated. */
export const KEYWORD_BYTES = tableOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-!");

/** Whether the byte is a decimal digit. */
export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** A stretch of bytes as text, one character per byte. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 64)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
