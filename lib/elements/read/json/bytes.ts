/*
 * The grammar of JSON over bytes (RFC 8259), without making JavaScript values: shared by the reader, the cells and the tree. A window of
 * the answer always has a zero byte after its last byte. No token may contain a raw zero, so every loop stops there, and `unexpected`
 * distinguishes "more bytes are needed" from "this is wrong".
 */
import { kept, type KeptText } from "#lib/core/language/kept-texts.ts";
import { ElementsError } from "#lib/elements/errors.ts";

/**
 * A stretch of the answer: `bytes[0 … end)` are valid, `bytes[end]` is 0, `base` is the offset of bytes[0] in the answer. After the zero
 * there is room to read several bytes at once.
 */
export interface JsonWindow {
  bytes: Uint8Array<ArrayBuffer>;
  /** The same bytes. */
  view: DataView;
  end: number;
  base: number;
}

/** Thrown when a token continues beyond the window's end. This is not an error: the reader fetches more and tries again. */
export class NeedMoreBytes extends Error {
  override readonly name = "NeedMoreBytes";
}
const NEED_MORE = new NeedMoreBytes("more bytes of the answer are needed");

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const BRACE_OPEN = 0x7b;
export const BRACE_CLOSE = 0x7d;
export const BRACKET_OPEN = 0x5b;
export const BRACKET_CLOSE = 0x5d;
export const MINUS = 0x2d;

/* Byte classes inside a string. */
/* The first two are the flags of a cell (cell-kinds.ts), so that a text's flags are the combined classes of its bytes. */
export const IN_STRING_COMMA = 16;
export const IN_STRING_SEMICOLON = 64;
/** A byte of a character that takes fewer UTF-16 code units than bytes. */
export const IN_STRING_CONTINUED = 1;
/** The first byte of a character of four bytes, which takes two code units. */
export const IN_STRING_PAIR = 2;
/** Quotation mark, backslash or control character: ends the run of plain bytes. */
export const IN_STRING_END = 128;

/** Class of each byte inside a string; 0: a plain character. */
export const STRING_CLASS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) return IN_STRING_END;
  if (byte === COMMA) return IN_STRING_COMMA;
  if (byte === 0x3b) return IN_STRING_SEMICOLON;
  if (byte >= 0xf0) return IN_STRING_PAIR;
  return byte >= 0x80 && byte < 0xc0 ? IN_STRING_CONTINUED : 0;
});

/** The things that a message may name as expected; made once, since this code runs for every value of an answer. */
export const WANTED = {
  character: kept("a character of a text"),
  closingBrace: kept("a comma or a closing brace"),
  closingBracket: kept("a comma or a closing bracket"),
  colon: kept("a colon"),
  digit: kept("a digit"),
  escape: kept("an escape character"),
  globalId: kept("the GlobalId of an element"),
  hexDigit: kept("a hexadecimal digit"),
  propertyName: kept("the name of a property"),
  quote: kept("a quotation mark"),
  restOfText: kept("the rest of a text"),
  set: kept("a set"),
  setName: kept("the name of a property set"),
  value: kept("a value"),
} as const;

/** @throws NeedMoreBytes at the window's end, else ElementsError SYNTAX with the position in the answer */
export function unexpected(window: JsonWindow, at: number, wanted: KeptText): never {
  if (at >= window.end) throw NEED_MORE;
  const byte = window.bytes[at] ?? 0;
  const found =
    byte > 0x20 && byte < 0x7f
      ? `"${String.fromCharCode(byte)}"`
      : kept("the byte {byte}", { byte: `0x${byte.toString(16).padStart(2, "0")}` });
  throw new ElementsError(
    "SYNTAX",
    kept(
      "The service's answer is not valid JSON: byte {offset} has {found} instead of {wanted}. Try again. If this happens again, report it to the service's operator.",
      { offset: window.base + at, found, wanted },
    ),
  );
}

/** The first position at or after `at` that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let byte = bytes[at];
  while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
  return at;
}

/** Skips one expected byte and the white space around it. */
export function skipMark(window: JsonWindow, at: number, mark: number, wanted: KeptText): number {
  const bytes = window.bytes;
  if (bytes[at] !== mark) {
    at = skipSpace(bytes, at);
    if (bytes[at] !== mark) unexpected(window, at, wanted);
  }
  return (bytes[at + 1] ?? 0) > 0x20 ? at + 1 : skipSpace(bytes, at + 1);
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The four hex digits at `at` as a UTF-16 code unit. */
export function readHex4(window: JsonWindow, at: number): number {
  let unit = 0;
  for (let i = 0; i < 4; i++) {
    const digit = hexValue(window.bytes[at + i] ?? 0);
    if (digit < 0) unexpected(window, at + i, WANTED.hexDigit);
    unit = unit * 16 + digit;
  }
  return unit;
}

/** The byte after a backslash → the character it stands for; 0: no such escape. */
const ESCAPES = new Uint8Array(256);
for (const pair of ['""', "\\\\", "//", "b\b", "f\f", "n\n", "r\r", "t\t"])
  ESCAPES[pair.charCodeAt(0)] = pair.charCodeAt(1);

/** The character of a two-byte escape, by the byte after the backslash. */
export function readShortEscape(window: JsonWindow, at: number): number {
  const character = ESCAPES[window.bytes[at] ?? 0] ?? 0;
  return character === 0 ? unexpected(window, at, WANTED.escape) : character;
}

/** The end of the string whose opening quote is at `at`: the position after its closing quote. Escapes are checked. */
export function skipString(window: JsonWindow, at: number): number {
  const bytes = window.bytes;
  if (bytes[at] !== QUOTE) unexpected(window, at, WANTED.quote);
  let p = at + 1;
  for (;;) {
    while ((STRING_CLASS[bytes[p] ?? 0] ?? IN_STRING_END) < IN_STRING_END) p++;
    if (bytes[p] === QUOTE) return p + 1;
    if (bytes[p] !== BACKSLASH) unexpected(window, p, WANTED.character);
    if (bytes[p + 1] === 0x75) {
      readHex4(window, p + 2);
      p += 6;
    } else {
      readShortEscape(window, p + 1);
      p += 2;
    }
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** The end of the number that starts at `at` (RFC 8259 section 6: no leading zeros, no plus, no bare point). */
export function skipNumber(window: JsonWindow, at: number): number {
  const bytes = window.bytes;
  let p = bytes[at] === MINUS ? at + 1 : at;
  if (!isDigit(bytes[p])) unexpected(window, p, WANTED.digit);
  if (bytes[p] === 0x30) p++;
  else while (isDigit(bytes[p])) p++;
  if (bytes[p] === 0x2e) {
    if (!isDigit(bytes[++p])) unexpected(window, p, WANTED.digit);
    while (isDigit(bytes[p])) p++;
  }
  if (((bytes[p] ?? 0) | 0x20) === 0x65) {
    p++;
    if (bytes[p] === 0x2b || bytes[p] === MINUS) p++;
    if (!isDigit(bytes[p])) unexpected(window, p, WANTED.digit);
    while (isDigit(bytes[p])) p++;
  }
  return p;
}

/* The words as four bytes read at once; "false" by its last four. */
const TRUE_WORD = 0x74727565;
const NULL_WORD = 0x6e756c6c;
const ALSE_WORD = 0x616c7365;

/** The end of `true`, `false` or `null` at `at`. */
export function skipLiteral(window: JsonWindow, at: number): number {
  const word = window.view.getInt32(at);
  if (word === TRUE_WORD || word === NULL_WORD) return at + 4;
  if (window.bytes[at] === 0x66 && window.view.getInt32(at + 1) === ALSE_WORD) return at + 5;
  const wanted = ["true", "false", "null"].find((literal) => literal.charCodeAt(0) === window.bytes[at]);
  if (wanted === undefined) unexpected(window, at, WANTED.value);
  let p = at;
  while (window.bytes[p] === wanted.charCodeAt(p - at)) p++;
  return unexpected(window, p, kept("the word {wanted}", { wanted }));
}

/** Decodes the string from `at` (its opening quote) to `end` (after its closing quote), which `skipString` has checked. */
export function decodeString(window: JsonWindow, at: number, end: number): string {
  const text = Buffer.from(window.bytes.buffer, window.bytes.byteOffset + at, end - at);
  if (text.includes(BACKSLASH)) return (JSON.parse(text.toString("utf8")) as string).toWellFormed();
  return text.toString("utf8", 1, end - at - 1);
}
