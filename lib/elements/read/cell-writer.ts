/*
 * Copies JSON values out of an answer as the text of cells: texts decoded, numbers digit by digit, lists and objects without insignificant
 * white space. For speed, the usual path makes no JavaScript values; the grammar is checked on the way. The caller must have made room: a
 * cell is never longer than its JSON.
 */
import { EMPTY, FALSE, FORMULA, HAS_SPECIAL, LIST, NULL, NUMBER, OBJECT, TEXT, TRUE } from "../cell-kinds.ts";
import { beginsLikeFormula, FIRST_BYTE_SUSPECT } from "../formula.ts";
import {
  BACKSLASH,
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  COMMA,
  IN_STRING_CONTINUED,
  IN_STRING_COMMA,
  IN_STRING_END,
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
  WANTED,
  type JsonWindow,
} from "./json/bytes.ts";
import { exceeds, type ElementLimits } from "./limit-errors.ts";
import { RowCells } from "./row-cells.ts";

/** The row being read, with methods that write values into it. */
export class CellWriter extends RowCells {
  /** Kind and flags of the value written last (cell-kinds.ts). */
  kind = NULL as number;
  /** Length of the value written last: UTF-16 code units of a text, bytes of a list or an object, else 0. */
  units = 0;
  /** Lone surrogates replaced since the caller last set it to 0. */
  loneSurrogates = 0;
  /** By how many the escape written last has fewer UTF-16 code units than bytes. */
  #escapeUnitsLess = 0;
  readonly #limits: ElementLimits;

  constructor(limits: ElementLimits) {
    super();
    this.#limits = limits;
  }

  /**
   * Writes the value at `at`; `depth` brackets are open around it.
   * @returns the position after the value
   * @throws ElementsError SYNTAX, TOO_DEEP, CELL_TOO_LARGE; NeedMoreBytes at the window's end
   */
  value(window: JsonWindow, at: number, depth: number): number {
    const first = window.bytes[at] ?? 0;
    const from = this.at;
    this.units = 0;
    let end;
    if (first === QUOTE) {
      end = this.text(window, at);
    } else if (first === MINUS || (first >= 0x30 && first <= 0x39)) {
      end = this.#number(window, at);
    } else if (first === BRACKET_OPEN || first === BRACE_OPEN) {
      end = this.#nested(window, at, depth + 1);
      this.kind = (first === BRACKET_OPEN ? LIST : OBJECT) | HAS_SPECIAL;
      this.units = this.at - from;
    } else {
      end = skipLiteral(window, at);
      this.kind = first === 0x6e ? NULL : first === 0x74 ? TRUE : FALSE;
      if (this.kind !== NULL) this.#copy(window.bytes, at, end);
    }
    if (this.at - from > this.#limits.cellBytesMax)
      exceeds("CELL_TOO_LARGE", this.#limits.cellBytesMax, window.base + at);
    return end;
  }

  /** Writes the text of the string at `at`, decoded to UTF-8. */
  text(window: JsonWindow, at: number): number {
    const bytes = window.bytes;
    const out = this.out;
    const start = this.at;
    let o = start;
    let p = at + 1;
    let flags = 0;
    let unitsLess = 0;
    let byte = bytes[p] ?? 0;
    for (;;) {
      const kind = STRING_CLASS[byte] ?? IN_STRING_END;
      if (kind !== 0) {
        if (kind === IN_STRING_END) {
          if (byte === QUOTE) break;
          if (byte !== BACKSLASH) unexpected(window, p, WANTED.character);
          this.at = o;
          p = this.#escape(window, p);
          flags = HAS_SPECIAL;
          unitsLess += this.#escapeUnitsLess;
          o = this.at;
          byte = bytes[p] ?? 0;
          continue;
        }
        if (kind >= IN_STRING_COMMA) flags |= kind;
        else unitsLess += kind === IN_STRING_CONTINUED ? 1 : -1;
      }
      out[o++] = byte;
      byte = bytes[++p] ?? 0;
    }
    this.at = o;
    this.units = o - start - unitsLess;
    if (o === start) {
      this.kind = EMPTY;
    } else {
      this.kind = TEXT | flags;
      if (FIRST_BYTE_SUSPECT[out[start] ?? 0] === 1 && beginsLikeFormula(this.written(start)))
        this.kind |= FORMULA;
    }
    return p + 1;
  }

  /** The text written from `from` on, as a string. */
  written(from: number): string {
    return Buffer.from(this.out.buffer, this.out.byteOffset + from, this.at - from).toString("utf8");
  }

  /** Copies a number; the usual kind, digits with at most one decimal point, in one go. */
  #number(window: JsonWindow, at: number): number {
    const { bytes } = window;
    const { out } = this;
    let o = this.at;
    let p = at;
    let byte = bytes[p] ?? 0;
    this.kind = NUMBER;
    if (byte !== MINUS && byte !== 0x30) {
      for (; byte >= 0x30 && byte <= 0x39; byte = bytes[++p] ?? 0) out[o++] = byte;
      const next = bytes[p + 1] ?? 0;
      if (byte === 0x2e && next >= 0x30 && next <= 0x39) {
        out[o++] = byte;
        byte = next;
        p++;
        for (; byte >= 0x30 && byte <= 0x39; byte = bytes[++p] ?? 0) out[o++] = byte;
      }
      if (byte === COMMA || byte === BRACE_CLOSE) {
        this.at = o;
        return p;
      }
    }
    p = skipNumber(window, at);
    this.#copy(bytes, at, p);
    return p;
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    const out = this.out;
    let o = this.at;
    for (let p = from; p < to; p++) out[o++] = bytes[p] ?? 0;
    this.at = o;
  }

  /** Writes the character of the escape at `at`; returns the position after it. */
  #escape(window: JsonWindow, at: number): number {
    if (window.bytes[at + 1] === 0x75) return this.#unicodeEscape(window, at);
    this.out[this.at++] = readShortEscape(window, at + 1);
    this.#escapeUnitsLess = 0;
    return at + 2;
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
        unexpected(window, window.end, WANTED.restOfText);
      }
      if (code === 0xfffd) this.loneSurrogates++;
    }
    this.#utf8(code);
    return end;
  }

  #utf8(code: number): void {
    const out = this.out;
    this.#escapeUnitsLess = code < 0x80 ? 0 : code < 0x800 ? 1 : 2;
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
    if (depth > this.#limits.depthMax) exceeds("TOO_DEEP", this.#limits.depthMax, window.base + at);
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
          p = skipMark(window, end, COLON, WANTED.colon);
        }
        p = skipSpace(bytes, this.#item(window, p, depth));
        if (bytes[p] !== COMMA) break;
        this.#put(COMMA);
        p = skipSpace(bytes, p + 1);
      }
      if (bytes[p] !== close) unexpected(window, p, isObject ? WANTED.closingBrace : WANTED.closingBracket);
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
}
