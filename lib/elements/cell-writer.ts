/*
 * Copies JSON values out of an answer as the text of cells: texts decoded, numbers digit by digit, lists and objects
 * without insignificant white space. It makes no JavaScript value on the usual way, for speed, and checks the grammar as it goes.
 * The caller must have made room: a cell is never longer than its JSON.
 */
import { EMPTY, FALSE, FORMULA, LIST, NULL, NUMBER, OBJECT, SPECIAL, TEXT, TRUE } from "./cell-kinds.ts";
import { ElementsError } from "./errors.ts";
import { FIRST_BYTE_SUSPECT, isFormulaText } from "./formula.ts";
import {
  BACKSLASH,
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  COMMA,
  MINUS,
  QUOTE,
  readHex4,
  readShortEscape,
  skipLiteral,
  skipMark,
  skipNumber,
  skipSpace,
  skipString,
  STRING_CLASS,
  unexpected,
  type JsonWindow,
} from "./json-bytes.ts";
import type { ElementLimits } from "./limits.ts";

/** Writes cell texts one behind the other into `out`, from `at` on. */
export class CellWriter {
  out: Uint8Array = new Uint8Array(0);
  at = 0;
  /** Kind and flags of the value written last (cell-kinds.ts). */
  kind = NULL as number;
  /** Lone surrogates replaced since the caller last set it to 0. */
  loneSurrogates = 0;
  readonly #limits: ElementLimits;

  constructor(limits: ElementLimits) {
    this.#limits = limits;
  }

  /**
   * Writes the value at `at`; `depth` brackets are open around it.
   * @returns the position behind the value
   * @throws ElementsError SYNTAX, TOO_DEEP, CELL_TOO_LARGE; NeedMoreBytes at the window's end
   */
  value(window: JsonWindow, at: number, depth: number): number {
    const first = window.bytes[at] ?? 0;
    const from = this.at;
    let end;
    if (first === QUOTE) {
      end = this.text(window, at);
    } else if (first === MINUS || (first >= 0x30 && first <= 0x39)) {
      end = skipNumber(window, at);
      this.#copy(window.bytes, at, end);
      this.kind = NUMBER;
    } else if (first === BRACKET_OPEN || first === BRACE_OPEN) {
      end = this.#nested(window, at, depth + 1);
      this.kind = (first === BRACKET_OPEN ? LIST : OBJECT) | SPECIAL;
    } else {
      end = skipLiteral(window, at);
      this.kind = first === 0x6e ? NULL : first === 0x74 ? TRUE : FALSE;
      if (this.kind !== NULL) this.#copy(window.bytes, at, end);
    }
    if (this.at - from > this.#limits.cellBytesMax) this.#tooLarge(window, at);
    return end;
  }

  /** Writes the text of the string at `at`, decoded to UTF-8. */
  text(window: JsonWindow, at: number): number {
    const bytes = window.bytes;
    const out = this.out;
    const start = this.at;
    let o = start;
    let p = at + 1;
    let special = 0;
    let byte = bytes[p] ?? 0;
    for (;;) {
      const kind = STRING_CLASS[byte] ?? 2;
      if (kind !== 0) {
        if (kind === 2) break;
        special = SPECIAL;
      }
      out[o++] = byte;
      byte = bytes[++p] ?? 0;
    }
    this.at = o;
    if (byte !== QUOTE) {
      p = this.#escaped(window, p);
      special = SPECIAL;
      o = this.at;
    }
    if (o === start) {
      this.kind = EMPTY;
    } else {
      this.kind = TEXT | special;
      if (FIRST_BYTE_SUSPECT[out[start] ?? 0] === 1 && isFormulaText(this.written(start)))
        this.kind |= FORMULA;
    }
    return p + 1;
  }

  /** What was written from `from` on, as a string. */
  written(from: number): string {
    return Buffer.from(this.out.buffer, this.out.byteOffset + from, this.at - from).toString("utf8");
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    const out = this.out;
    let o = this.at;
    for (let p = from; p < to; p++) out[o++] = bytes[p] ?? 0;
    this.at = o;
  }

  /** Goes on with a string from its first escape; returns the position of the closing quote. */
  #escaped(window: JsonWindow, at: number): number {
    const bytes = window.bytes;
    let p = at;
    for (;;) {
      const byte = bytes[p] ?? 0;
      if ((STRING_CLASS[byte] ?? 2) < 2) {
        this.out[this.at++] = byte;
        p++;
      } else if (byte === QUOTE) {
        return p;
      } else if (byte !== BACKSLASH) {
        unexpected(window, p, "a character of a text");
      } else if (bytes[p + 1] === 0x75) {
        p = this.#unicodeEscape(window, p);
      } else {
        this.out[this.at++] = readShortEscape(window, p + 1);
        p += 2;
      }
    }
  }

  #unicodeEscape(window: JsonWindow, at: number): number {
    const unit = readHex4(window, at + 2);
    let code = unit;
    let end = at + 6;
    if (unit >= 0xd800 && unit <= 0xdfff) {
      code = 0xfffd;
      if (unit < 0xdc00 && window.bytes[end] === BACKSLASH && window.bytes[end + 1] === 0x75) {
        const low = readHex4(window, end + 2);
        if (low >= 0xdc00 && low <= 0xdfff) {
          code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
          end += 6;
        }
      } else if (end >= window.end || (window.bytes[end] === BACKSLASH && end + 1 >= window.end)) {
        unexpected(window, window.end, "the rest of a text");
      }
      if (code === 0xfffd) this.loneSurrogates++;
    }
    this.#utf8(code);
    return end;
  }

  #utf8(code: number): void {
    const out = this.out;
    if (code < 0x80) {
      out[this.at++] = code;
    } else if (code < 0x800) {
      out[this.at++] = 0xc0 | (code >> 6);
      out[this.at++] = 0x80 | (code & 0x3f);
    } else {
      if (code < 0x10000) {
        out[this.at++] = 0xe0 | (code >> 12);
      } else {
        out[this.at++] = 0xf0 | (code >> 18);
        out[this.at++] = 0x80 | ((code >> 12) & 0x3f);
      }
      out[this.at++] = 0x80 | ((code >> 6) & 0x3f);
      out[this.at++] = 0x80 | (code & 0x3f);
    }
  }

  /** Copies a list or an object without white space between its tokens. */
  #nested(window: JsonWindow, at: number, depth: number): number {
    if (depth > this.#limits.depthMax) tooDeep(window, at, this.#limits.depthMax);
    const bytes = window.bytes;
    const isObject = bytes[at] === BRACE_OPEN;
    const close = isObject ? BRACE_CLOSE : BRACKET_CLOSE;
    this.#put(isObject ? BRACE_OPEN : BRACKET_OPEN);
    let p = skipSpace(bytes, at + 1);
    if (bytes[p] !== close) {
      for (;;) {
        if (isObject) {
          const end = skipString(window, p);
          this.#copy(bytes, p, end);
          this.#put(COLON);
          p = skipMark(window, end, COLON, "a colon");
        }
        p = skipSpace(bytes, this.#item(window, p, depth));
        if (bytes[p] !== COMMA) break;
        this.#put(COMMA);
        p = skipSpace(bytes, p + 1);
      }
      if (bytes[p] !== close)
        unexpected(window, p, isObject ? "a comma or a closing brace" : "a comma or a closing bracket");
    }
    this.#put(close);
    return p + 1;
  }

  #item(window: JsonWindow, at: number, depth: number): number {
    const first = window.bytes[at] ?? 0;
    if (first === BRACKET_OPEN || first === BRACE_OPEN) return this.#nested(window, at, depth + 1);
    let end;
    if (first === QUOTE) end = skipString(window, at);
    else if (first === MINUS || (first >= 0x30 && first <= 0x39)) end = skipNumber(window, at);
    else end = skipLiteral(window, at);
    this.#copy(window.bytes, at, end);
    return end;
  }

  #put(byte: number): void {
    this.out[this.at++] = byte;
  }

  #tooLarge(window: JsonWindow, at: number): never {
    throw new ElementsError(
      "CELL_TOO_LARGE",
      `The value at byte ${window.base + at} of the answer is larger than ${this.#limits.cellBytesMax} bytes, the most that one cell may hold. ` +
        "Remove that property from the model, or ask for another IFC class.",
      { offset: window.base + at, cellBytesMax: this.#limits.cellBytesMax },
    );
  }
}

/** @throws ElementsError TOO_DEEP */
export function tooDeep(window: JsonWindow, at: number, depthMax: number): never {
  throw new ElementsError(
    "TOO_DEEP",
    `The answer nests more than ${depthMax} lists and objects in each other at byte ${window.base + at}, which no building model needs. ` +
      "Ask again; if it stays so, report it to the service's operator.",
    { offset: window.base + at, depthMax },
  );
}
