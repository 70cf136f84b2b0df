/*
 * The output buffer of a CSV file. It uses the memory of a kernel if there is one, grows with the row being written, and hands out pieces
 * of 64 KiB. A piece that was handed out is never touched again.
 */
import { EMPTY, FALSE, FORMULA, KIND_MASK, NULL, NUMBER, TRUE } from "#lib/elements/cell-kinds.ts";
import { isFormulaText } from "#lib/elements/formula.ts";
import type { WholeCsvOptions } from "../options.ts";

const PIECE_BYTES = 64 * 1024;
/** Pieces are handed out four at a time. */
const CAPACITY = 5 * PIECE_BYTES;
/** Up to this length a loop is faster than a call to the native copy. */
const SHORT_BYTES = 24;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const POINT = 0x2e;

/** The output of one CSV file. */
export class CsvBuffer {
  guardedCells = 0;
  /** Where lines are collected, unless a line needs more room. */
  readonly #own: Buffer;
  #bytes: Buffer;
  #at = 0;
  readonly #delimiter: number;
  readonly #decimalMark: number;
  readonly #noneAs: Buffer;
  readonly #whenTrue: Buffer;
  readonly #whenFalse: Buffer;
  readonly #guardsFormulas: boolean;

  /** @param own the memory to use as long as it is large enough */
  constructor(options: WholeCsvOptions, own: Buffer = Buffer.allocUnsafeSlow(CAPACITY)) {
    this.#own = own;
    this.#bytes = own;
    this.#delimiter = options.delimiter.charCodeAt(0);
    this.#decimalMark = options.decimalMark.charCodeAt(0);
    this.#noneAs = Buffer.from(options.noneAs);
    this.#whenTrue = Buffer.from(options.booleans[0]);
    this.#whenFalse = Buffer.from(options.booleans[1]);
    this.#guardsFormulas = options.guardsFormulas;
  }

  /** Makes room for `count` more bytes; all methods below rely on this. */
  ensure(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#at + count) * 2);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  /** Where the next byte goes in the memory given to the constructor; -1 while it is too small. */
  get place(): number {
    return this.#bytes === this.#own ? this.#at : -1;
  }

  /** Counts bytes that a kernel wrote there. */
  moveTo(place: number): void {
    this.#at = place;
  }

  /** Takes what is ready to be written: whole pieces once four are full, everything in the last call. */
  take(isLast: boolean): Buffer[] {
    if (!isLast && this.#at < 4 * PIECE_BYTES) return [];
    const end = isLast ? this.#at : this.#at - (this.#at % PIECE_BYTES);
    const given = Buffer.allocUnsafeSlow(end);
    this.#bytes.copy(given, 0, 0, end);
    const pieces: Buffer[] = [];
    for (let from = 0; from < end; from += PIECE_BYTES)
      pieces.push(given.subarray(from, Math.min(from + PIECE_BYTES, end)));
    this.#at = this.#bytes.copy(this.#own, 0, end, this.#at);
    this.#bytes = this.#own;
    return pieces;
  }

  delimiters(count: number): void {
    if (count > SHORT_BYTES) this.#bytes.fill(this.#delimiter, this.#at, this.#at + count);
    else for (let i = 0; i < count; i++) this.#bytes[this.#at + i] = this.#delimiter;
    this.#at += count;
  }

  endRow(): void {
    this.#bytes[this.#at++] = 0x0d;
    this.#bytes[this.#at++] = 0x0a;
  }

  copy(from: Buffer, start: number, end: number): void {
    const to = this.#bytes;
    let at = this.#at;
    if (end - start > SHORT_BYTES) {
      at += from.copy(to, at, start, end);
    } else {
      for (let p = start; p < end; p++) to[at++] = from[p] ?? 0;
    }
    this.#at = at;
  }

  /** Writes a text that contains no quotation marks, in quotation marks. */
  quoted(from: Buffer, start: number, end: number): void {
    this.#bytes[this.#at++] = QUOTE;
    this.copy(from, start, end);
    this.#bytes[this.#at++] = QUOTE;
  }

  /** Writes a cell whose text cannot be copied unchanged. Needs room for twice its bytes and 24 more. */
  cell(from: Buffer, start: number, end: number, kindByte: number): void {
    const kind = kindByte & KIND_MASK;
    if (kind === NULL) {
      this.copy(this.#noneAs, 0, this.#noneAs.length);
    } else if (kind === TRUE || kind === FALSE) {
      const word = kind === TRUE ? this.#whenTrue : this.#whenFalse;
      this.copy(word, 0, word.length);
    } else if (kind === NUMBER) {
      for (let p = start; p < end; p++) {
        const byte = from[p] ?? 0;
        this.#bytes[this.#at++] = byte === POINT ? this.#decimalMark : byte;
      }
    } else if (kind === EMPTY) {
      this.#text(from, start, start, false);
    } else {
      const isFormula =
        this.#guardsFormulas &&
        (kindByte & FORMULA) !== 0 &&
        isFormulaText(from.toString("utf8", start, end));
      if (isFormula) this.guardedCells++;
      this.#text(from, start, end, isFormula);
    }
  }

  #text(from: Buffer, start: number, end: number, isFormula: boolean): void {
    const to = this.#bytes;
    let at = this.#at;
    const isQuoted = start === end || this.#needsQuotes(from, start, end);
    if (isQuoted) to[at++] = QUOTE;
    if (isFormula) to[at++] = APOSTROPHE;
    for (let p = start; p < end; p++) {
      const byte = from[p] ?? 0;
      if (byte === QUOTE) to[at++] = QUOTE;
      to[at++] = byte;
    }
    if (isQuoted) to[at++] = QUOTE;
    this.#at = at;
  }

  #needsQuotes(from: Buffer, start: number, end: number): boolean {
    for (let p = start; p < end; p++) {
      const byte = from[p] ?? 0;
      if (byte === this.#delimiter || byte === QUOTE || byte === 0x0a || byte === 0x0d) return true;
    }
    const noneAs = this.#noneAs;
    return (
      noneAs.length > 0 &&
      end - start === noneAs.length &&
      from.compare(noneAs, 0, noneAs.length, start, end) === 0
    );
  }
}
