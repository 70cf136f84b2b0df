// Turns STEP values into JSON, bytes to bytes: no strings, numbers or objects are made for the common cases, so numbers keep all their
// digits. Works at `at` in `input` and appends at `length` of `output`; the caller keeps both large enough. Bounded depth; anything it
// cannot read ends as DAMAGED, never as an exception.
import {
  APOSTROPHE,
  ASTERISK,
  BACKSLASH,
  CLOSE,
  COMMA,
  CR,
  DOLLAR,
  DOT,
  HASH,
  isDigit,
  KEYWORD_BYTES,
  latin1,
  LF,
  MINUS,
  OPEN,
  PLUS,
  QUOTATION,
  SEMICOLON,
  SLASH,
  SPACE,
  ZERO,
} from "../step/bytes.ts";
import { decodeText } from "../step/text.ts";

/** Results of `value`. */
export const DAMAGED = 0;
export const VALUE = 1;
/** `$` or `*`: written as null. */
export const ABSENT = 2;
/** A reference to another record; its number is in `reference`, null was written. */
export const REFERENCE = 3;

/** No meaningful value nests deeper; real values nest at most three deep. */
const DEPTH_MAX = 32;
/** JSON of one input byte is at most this long (a control character as \u00XX). */
export const EXPANSION_MAX = 6;

const LOWER_E = 0x65;
const UPPER_E = 0x45;
const OPEN_SQUARE = 0x5b;
const CLOSE_SQUARE = 0x5d;

/** 1: copied unchanged; 0: ends the string or needs special treatment. */
const PLAIN = new Uint8Array(256).map((_, byte) =>
  byte >= SPACE && byte < 0x7f && byte !== APOSTROPHE && byte !== QUOTATION && byte !== BACKSLASH ? 1 : 0,
);

const encoder = new TextEncoder();

export class Transcoder {
  input: Uint8Array = new Uint8Array(0);
  at = 0;
  output: Uint8Array = new Uint8Array(0);
  length = 0;
  /** Number of the record that the last REFERENCE named. */
  reference = 0;
  /** Hash and position in `input` of the last typed value's type keyword; the hash is 0 without one. */
  typeHash = 0;
  typeStart = 0;
  typeEnd = 0;

  /** Makes room for the JSON of `inputBytes` more bytes. */
  reserve(inputBytes: number): void {
    const needed = this.length + inputBytes * EXPANSION_MAX + 1024;
    if (needed <= this.output.length) return;
    const output = new Uint8Array(Math.max(needed, this.output.length * 2));
    output.set(this.output.subarray(0, this.length));
    this.output = output;
  }

  /** Appends bytes that are JSON already. */
  append(bytes: Uint8Array, start: number, end: number): void {
    const { output } = this;
    let to = this.length;
    if (end - start > 64) output.set(bytes.subarray(start, end), to);
    else for (let at = start; at < end; at++) output[to++] = bytes[at] ?? 0;
    this.length += end - start;
  }

  /** Appends text as a JSON string. */
  appendText(text: string): void {
    const json = encoder.encode(JSON.stringify(text));
    this.reserve(json.length);
    this.append(json, 0, json.length);
  }

  /** The next byte that is neither white space nor in a comment; `at` is on it. */
  peek(): number {
    const { input } = this;
    let at = this.at;
    let byte = input[at] ?? SEMICOLON;
    for (;;) {
      while (byte <= SPACE) byte = input[++at] ?? SEMICOLON;
      if (byte !== SLASH || input[at + 1] !== ASTERISK) break;
      at += 2;
      while (at < input.length && (input[at] !== ASTERISK || input[at + 1] !== SLASH)) at++;
      at += 2;
      byte = input[at] ?? SEMICOLON;
    }
    this.at = at;
    return byte;
  }

  /** Skips one expected byte and blanks before it; false when the byte is not there. */
  take(expected: number): boolean {
    if (this.peek() !== expected) return false;
    this.at++;
    return true;
  }

  /** Between two arguments or list members: skips a comma and returns true; else returns false. */
  takeComma(): boolean {
    if (this.input[this.at] === COMMA || this.peek() === COMMA) {
      this.at++;
      return true;
    }
    return false;
  }

  /** Skips one argument of any kind, however nested; `at` is then on the comma or bracket after it. */
  skipArgument(): void {
    const { input } = this;
    let at = this.at;
    let depth = 0;
    for (;;) {
      const byte = input[at] ?? SEMICOLON;
      if (byte === APOSTROPHE) {
        at++;
        while (at < input.length && input[at] !== APOSTROPHE) at++;
      } else if (byte === OPEN) depth++;
      else if (byte === SEMICOLON) break;
      else if (byte === CLOSE) {
        if (depth === 0) break;
        depth--;
      } else if (byte === COMMA) {
        if (depth === 0) break;
      } else if (byte === SLASH && input[at + 1] === ASTERISK) {
        this.at = at;
        this.peek();
        at = this.at;
        continue;
      }
      at++;
    }
    this.at = at;
  }

  /** Reads `#number`; 0 when there is none. */
  readReference(): number {
    const { input } = this;
    if (this.peek() !== HASH) return 0;
    let at = this.at + 1;
    let id = 0;
    let byte = input[at] ?? 0;
    while (isDigit(byte)) {
      id = id * 10 + (byte - ZERO);
      byte = input[++at] ?? 0;
    }
    this.at = at;
    return id;
  }

  /** At an apostrophe: writes the string as JSON. False when it is not closed. */
  string(): boolean {
    const { input, output } = this;
    let at = this.at + 1;
    let to = this.length;
    output[to++] = QUOTATION;
    for (;;) {
      let byte = input[at++] ?? 0;
      while (PLAIN[byte] === 1) {
        output[to++] = byte;
        byte = input[at++] ?? 0;
      }
      if (byte === APOSTROPHE) {
        if (input[at] !== APOSTROPHE) break;
        output[to++] = APOSTROPHE;
        at++;
      } else if (byte === QUOTATION) {
        output[to++] = BACKSLASH;
        output[to++] = QUOTATION;
      } else if (byte !== LF && byte !== CR) return this.slowString();
    }
    output[to++] = QUOTATION;
    this.at = at;
    this.length = to;
    return true;
  }

  private slowString(): boolean {
    const { input } = this;
    const start = this.at + 1;
    let end = start;
    for (; end < input.length; end++) {
      if (input[end] === APOSTROPHE) {
        if (input[end + 1] !== APOSTROPHE) break;
        end++;
      }
    }
    if (end >= input.length) return false;
    const json = encoder.encode(JSON.stringify(decodeText(latin1(input, start, end))));
    this.output.set(json, this.length);
    this.length += json.length;
    this.at = end + 1;
    return true;
  }

  /** Writes the value at `at`; returns DAMAGED, VALUE, ABSENT or REFERENCE. */
  value(): number {
    this.typeHash = 0;
    return this.valueWithin(0);
  }

  private valueWithin(depth: number): number {
    const byte = this.peek();
    if (byte === APOSTROPHE) return this.string() ? VALUE : DAMAGED;
    if (isDigit(byte) || byte === MINUS || byte === PLUS) return this.number();
    if (byte === DOT) return isDigit(this.input[this.at + 1] ?? 0) ? this.number() : this.enumeration();
    if (byte === DOLLAR || byte === ASTERISK) {
      this.at++;
      this.null();
      return ABSENT;
    }
    if (byte === HASH) {
      this.reference = this.readReference();
      this.null();
      return REFERENCE;
    }
    if (byte === OPEN) return depth < DEPTH_MAX ? this.list(depth + 1) : DAMAGED;
    if (byte === QUOTATION) return this.binary();
    if (KEYWORD_BYTES[byte] === 1) return depth < DEPTH_MAX ? this.typed(depth + 1) : DAMAGED;
    return DAMAGED;
  }

  private typed(depth: number): number {
    const { input } = this;
    const start = this.at;
    let at = start;
    let hash = 0;
    let byte = input[at] ?? 0;
    while (KEYWORD_BYTES[byte] === 1) {
      hash = (Math.imul(hash, 31) + (byte & 0xdf)) | 0;
      byte = input[++at] ?? 0;
    }
    this.at = at;
    if (byte === OPEN) this.at++;
    else if (!this.take(OPEN)) return DAMAGED;
    if (this.typeHash === 0) {
      this.typeHash = hash;
      this.typeStart = start;
      this.typeEnd = at;
    }
    const kind = this.valueWithin(depth);
    if (this.input[this.at] === CLOSE) this.at++;
    else if (!this.take(CLOSE)) return DAMAGED;
    return kind;
  }

  private list(depth: number): number {
    this.at++;
    this.output[this.length++] = OPEN_SQUARE;
    if (this.peek() !== CLOSE) {
      for (;;) {
        if (this.valueWithin(depth) === DAMAGED) return DAMAGED;
        const byte = this.peek();
        if (byte === CLOSE) break;
        if (byte !== COMMA) return DAMAGED;
        this.at++;
        this.output[this.length++] = COMMA;
      }
    }
    this.at++;
    this.output[this.length++] = CLOSE_SQUARE;
    return VALUE;
  }

  /** STEP allows `2.`, `+1`, `007`, and some writers use `.5`; JSON gets `2.0`, `1`, `7` and `0.5`, all other digits unchanged. */
  private number(): number {
    const { input, output } = this;
    const start = this.at;
    let at = start;
    let to = this.length;
    let byte = input[at] ?? 0;
    if (byte === MINUS) output[to++] = MINUS;
    if (byte === MINUS || byte === PLUS) byte = input[++at] ?? 0;
    while (byte === ZERO && isDigit(input[at + 1] ?? 0)) byte = input[++at] ?? 0;
    let digits = 0;
    if (!isDigit(byte)) output[to++] = ZERO;
    while (byte >= ZERO && byte < SEMICOLON - 1) {
      output[to++] = byte;
      digits++;
      byte = input[++at] ?? 0;
    }
    if (byte === DOT) {
      byte = input[++at] ?? 0;
      output[to++] = DOT;
      if (!isDigit(byte)) output[to++] = ZERO;
      while (byte >= ZERO && byte < SEMICOLON - 1) {
        output[to++] = byte;
        digits++;
        byte = input[++at] ?? 0;
      }
    }
    let isFinite = digits > 0 && digits < 200;
    if (byte === UPPER_E || byte === LOWER_E) {
      output[to++] = UPPER_E;
      byte = input[++at] ?? 0;
      if (byte === MINUS || byte === PLUS) {
        output[to++] = byte;
        byte = input[++at] ?? 0;
      }
      const exponent = at;
      while (isDigit(byte)) {
        output[to++] = byte;
        byte = input[++at] ?? 0;
      }
      if (at === exponent) isFinite = false;
      else if (at - exponent > 2) isFinite &&= Number.isFinite(Number(latin1(input, start, at)));
    } else if (digits >= 200) isFinite = Number.isFinite(Number(latin1(input, start, at)));
    if (!isFinite || (byte !== CLOSE && byte !== COMMA && byte > SPACE && byte !== SLASH)) {
      return this.numberAsText(start);
    }
    this.at = at;
    this.length = to;
    return VALUE;
  }

  /** Writes what only looks like a number (`1.#INF`, `1.2.3`, 1E999) as text: JSON has no number for it. */
  private numberAsText(start: number): number {
    this.at = start;
    const { input } = this;
    let end = start;
    while (end < input.length) {
      const byte = input[end] ?? 0;
      if (byte === COMMA || byte === CLOSE || byte === SEMICOLON || byte === APOSTROPHE) break;
      end++;
    }
    this.appendText(decodeText(latin1(input, start, end).trim()));
    this.at = end;
    return VALUE;
  }

  private enumeration(): number {
    const { input } = this;
    const start = this.at + 1;
    let end = start;
    while (KEYWORD_BYTES[input[end] ?? 0] === 1) end++;
    if (end === start || input[end] !== DOT) return DAMAGED;
    const text = latin1(input, start, end);
    if (text === "T") this.literal("true");
    else if (text === "F") this.literal("false");
    else this.literal(text === "U" ? '"UNKNOWN"' : `"${text}"`);
    this.at = end + 1;
    return VALUE;
  }

  private binary(): number {
    const { input } = this;
    const start = this.at + 1;
    let end = start;
    while (KEYWORD_BYTES[input[end] ?? 0] === 1) end++;
    if (input[end] !== QUOTATION) return DAMAGED;
    this.append(input, start - 1, end + 1);
    this.at = end + 1;
    return VALUE;
  }

  private null(): void {
    this.literal("null");
  }

  /** Appends ASCII JSON. */
  literal(text: string): void {
    for (let at = 0; at < text.length; at++) this.output[this.length++] = text.charCodeAt(at);
  }
}
