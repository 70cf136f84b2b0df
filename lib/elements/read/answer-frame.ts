/*
 * The frame of an answer, an object keyed by GlobalId or an array of elements, over a window of its bytes. The window advances element by
 * element and grows only for an element that does not fit. This file does no input: the caller fills in the bytes.
 */
import type { AnswerForm } from "../snapshot/meta.ts";
import type { ElementParser } from "./element-parser.ts";
import { exceeds, notJson, trailingData, truncated, type ElementLimits } from "./limit-errors.ts";
import {
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COMMA,
  NeedMoreBytes,
  skipSpace,
  unexpected,
  WANTED,
  type JsonWindow,
} from "./json/bytes.ts";
import { checkUtf8 } from "./json/utf8.ts";

/** After the window's last byte: the zero that ends it, and room to read four bytes from there. */
const SLACK_BYTES = 8;
const NO_BYTES = new Uint8Array(0);

type FrameState = "start" | "first" | "element" | "next" | "done";

/** Reads one answer through the window. */
export class AnswerFrame {
  readonly window: JsonWindow = { bytes: NO_BYTES, view: new DataView(NO_BYTES.buffer), end: 0, base: 0 };
  form: AnswerForm = "map";
  readonly #handler: ElementParser;
  readonly #limits: ElementLimits;
  #state: FrameState = "start";
  #at = 0;
  #checked = 0;
  #lastElementBytes = 0;
  #wanted: number;
  readonly #lent: Uint8Array<ArrayBuffer> | null;

  constructor(handler: ElementParser, limits: ElementLimits) {
    this.#handler = handler;
    this.#limits = limits;
    this.#wanted = limits.windowBytes;
    this.#lent = handler.open(limits.windowBytes);
    this.#use(this.#bytesFor(this.#wanted));
  }

  /** Gives the handler its memory back; the frame must not be used any more. */
  close(): void {
    this.#handler.close();
    this.#use(NO_BYTES);
  }

  #bytesFor(wanted: number): Uint8Array<ArrayBuffer> {
    const size = wanted + SLACK_BYTES;
    const lent = this.#lent;
    if (lent && size <= lent.length) return lent;
    return size === this.window.bytes.length ? this.window.bytes : new Uint8Array(size);
  }

  #use(bytes: Uint8Array<ArrayBuffer>): void {
    this.window.bytes = bytes;
    this.window.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Copies bytes of `chunk` from `from` on, as many as the window has room for; returns their number. */
  fill(chunk: Uint8Array, from: number): number {
    const window = this.window;
    const count = Math.min(chunk.length - from, this.#wanted - window.end);
    window.bytes.set(chunk.subarray(from, from + count), window.end);
    window.end += count;
    window.bytes[window.end] = 0;
    return count;
  }

  get isFull(): boolean {
    return this.window.end >= this.#wanted;
  }

  /** Parses the bytes in the window; at the end of the answer none may be left over. */
  parse(isEnd: boolean): void {
    const window = this.window;
    this.#checked = checkUtf8(window.bytes, this.#checked, window.end, window.base);
    try {
      while (this.#step()) this.#assertElementSize(0);
    } catch (error) {
      if (!(error instanceof NeedMoreBytes)) throw error;
      this.#assertElementSize(window.end - this.#at);
    }
    if (isEnd && this.#state !== "done") truncated(window.base + window.end);
    this.#makeRoom();
  }

  #assertElementSize(pendingBytes: number): void {
    const bytes = Math.max(pendingBytes, this.#lastElementBytes);
    if (bytes <= this.#limits.elementBytesMax) return;
    const at = pendingBytes > 0 ? this.#at : this.#at - this.#lastElementBytes;
    exceeds("ELEMENT_TOO_LARGE", this.#limits.elementBytesMax, this.window.base + at);
  }

  /** One step through the frame; false when the window is used up. The position advances only when the step is complete. */
  #step(): boolean {
    const window = this.window;
    const at = this.#state === "start" ? this.#skipMark() : skipSpace(window.bytes, this.#at);
    const byte = window.bytes[at] ?? 0;
    const close = this.form === "map" ? BRACE_CLOSE : BRACKET_CLOSE;
    if (at >= window.end) {
      this.#at = at;
      return false;
    }
    if (this.#state === "start") {
      this.#open(byte);
      this.#at = at + 1;
    } else if (this.#state === "done") {
      trailingData(window.base + at);
    } else if (byte === close && this.#state !== "element") {
      this.#state = "done";
      this.#at = at + 1;
    } else if (this.#state === "next") {
      if (byte !== COMMA)
        unexpected(window, at, this.form === "map" ? WANTED.closingBrace : WANTED.closingBracket);
      this.#state = "element";
      this.#at = at + 1;
    } else {
      const end =
        this.form === "map" ? this.#handler.mapEntry(window, at) : this.#handler.listItem(window, at);
      this.#lastElementBytes = end - at;
      this.#state = "next";
      this.#at = end;
    }
    return true;
  }

  /** Finds the start of the answer, after a byte order mark (RFC 8259 section 8.1 allows ignoring it) and white space. */
  #skipMark(): number {
    const { bytes, end, base } = this.window;
    const hasMark = base === 0 && bytes[0] === 0xef && (bytes[1] ?? 0) === 0xbb && (bytes[2] ?? 0) === 0xbf;
    if (base === 0 && bytes[0] === 0xef && end < 3) return end;
    return skipSpace(bytes, hasMark && this.#at === 0 ? 3 : this.#at);
  }

  #open(byte: number): void {
    if (byte !== BRACE_OPEN && byte !== BRACKET_OPEN) notJson(byte);
    this.form = byte === BRACE_OPEN ? "map" : "array";
    this.#state = "first";
  }

  /** Moves the remaining bytes to the front, and enlarges the window when an element did not fit. */
  #makeRoom(): void {
    const window = this.window;
    const left = window.end - this.#at;
    this.#wanted = Math.max(this.#limits.windowBytes, left * 2);
    const bytes = this.#bytesFor(this.#wanted);
    if (bytes === window.bytes) {
      bytes.copyWithin(0, this.#at, window.end);
    } else {
      bytes.set(window.bytes.subarray(this.#at, window.end));
      this.#use(bytes);
    }
    window.base += this.#at;
    window.end = left;
    window.bytes[left] = 0;
    this.#checked -= this.#at;
    this.#at = 0;
  }
}
