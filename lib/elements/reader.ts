/*
 * Reads an answer of `…/element/simple` piece by piece: its frame, either an object keyed by GlobalId or an array of elements,
 * and the window of bytes in which one element after the other is parsed. Never more than one element is held beyond the window.
 * It hands elements on as bytes and must not know what becomes of them.
 */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AnswerForm } from "./element-tree.ts";
import { cancelledError, ElementsError, throwIfCancelled } from "./errors.ts";
import {
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COMMA,
  NeedMoreBytes,
  skipSpace,
} from "./json-bytes.ts";
import { unexpected, type JsonWindow } from "./json-bytes.ts";
import type { ElementLimits } from "./limits.ts";
import { checkUtf8 } from "./utf8-check.ts";

/** Takes elements; both methods return the position behind the element, and leave no trace when they throw NeedMoreBytes. */
export interface ElementHandler {
  /** `"GlobalId": {…}`, whose first quote is at `at`. */
  mapEntry(window: JsonWindow, at: number): number;
  /** An element of the array form. */
  listItem(window: JsonWindow, at: number): number;
}

export interface ReadOptions {
  readonly limits: ElementLimits;
  readonly signal?: AbortSignal | undefined;
  /** Called after each window with the bytes received so far; reading waits for it (back-pressure). */
  readonly afterWindow: (bytesReceived: number) => Promise<void>;
}

/** The answer as it was received. */
export interface AnswerFacts {
  readonly form: AnswerForm;
  readonly bytes: number;
  readonly sha256: string;
}

/** Longest stretch of work before other requests get their turn. */
const TURN_MS = 8;

type FrameState = "start" | "first" | "element" | "next" | "done";

class AnswerReader {
  readonly window: JsonWindow = { bytes: new Uint8Array(0), end: 0, base: 0 };
  form: AnswerForm = "map";
  readonly #handler: ElementHandler;
  readonly #limits: ElementLimits;
  #state: FrameState = "start";
  #at = 0;
  #checked = 0;
  #wanted: number;

  constructor(handler: ElementHandler, limits: ElementLimits) {
    this.#handler = handler;
    this.#limits = limits;
    this.#wanted = limits.windowBytes;
    this.window.bytes = new Uint8Array(this.#wanted + 1);
  }

  /** Takes bytes of `chunk` from `from` on, as many as the window wants; returns how many. */
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

  /** Parses what is there; at the end of the answer nothing may be left over. */
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
    if (Math.max(pendingBytes, this.#lastElementBytes) <= this.#limits.elementBytesMax) return;
    throw new ElementsError(
      "ELEMENT_TOO_LARGE",
      `One element of the answer, after byte ${this.window.base + this.#at - (pendingBytes > 0 ? 0 : this.#lastElementBytes)}, is larger than ${this.#limits.elementBytesMax} bytes, the most that one element may have. ` +
        "Remove its largest properties from the model, or ask for another IFC class.",
      { elementBytesMax: this.#limits.elementBytesMax },
    );
  }
  #lastElementBytes = 0;

  /** One step through the frame; false when the window is used up. Its position moves on only when the step is whole. */
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
        unexpected(window, at, `a comma or a closing ${this.form === "map" ? "brace" : "bracket"}`);
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

  /** Where the answer begins: behind a byte order mark (RFC 8259 section 8.1 allows to ignore it) and white space. */
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

  /** Moves what is left to the front, and makes the window larger when an element did not fit. */
  #makeRoom(): void {
    const window = this.window;
    const left = window.end - this.#at;
    this.#wanted = Math.max(this.#limits.windowBytes, left * 2);
    const bytes = this.#wanted + 1 === window.bytes.length ? window.bytes : new Uint8Array(this.#wanted + 1);
    if (bytes === window.bytes) bytes.copyWithin(0, this.#at, window.end);
    else bytes.set(window.bytes.subarray(this.#at, window.end));
    window.bytes = bytes;
    window.base += this.#at;
    window.end = left;
    bytes[left] = 0;
    this.#checked -= this.#at;
    this.#at = 0;
  }
}

function truncated(bytes: number): never {
  throw new ElementsError(
    "TRUNCATED",
    bytes === 0
      ? "The service's answer is empty; nothing was kept of it. Ask again; if it stays so, report it to the service's operator."
      : `The service's answer ends in the middle, after ${bytes} bytes; nothing was kept of it. Ask again; if it stays so, the service or a proxy cuts long answers.`,
    { bytes },
  );
}

function trailingData(offset: number): never {
  throw new ElementsError(
    "TRAILING_DATA",
    `The service's answer goes on after its end, at byte ${offset}; nothing was kept of it. Ask again; if it stays so, report it to the service's operator.`,
    { offset },
  );
}

function notJson(firstByte: number): never {
  throw new ElementsError(
    "NOT_JSON",
    firstByte === 0x3c
      ? "The service answered with a web page instead of elements. Usually a sign-in page or a proxy stands in between: check the connection's base address and that this server may reach it directly."
      : "The service's answer is not a JSON list of elements. Check that the connection's base address is the service's.",
    { firstByte },
  );
}

/**
 * Reads a whole answer and hands each element to `handler`.
 * @param source the body of the answer, decompressed; its own errors pass through unchanged
 * @throws ElementsError TRUNCATED, NOT_JSON, SYNTAX, TRAILING_DATA, INVALID_UTF8, ELEMENT_TOO_LARGE, CANCELLED, and what the handler throws
 */
export async function readAnswer(
  source: AsyncIterable<Uint8Array>,
  handler: ElementHandler,
  options: ReadOptions,
): Promise<AnswerFacts> {
  const reader = new AnswerReader(handler, options.limits);
  const hash = createHash("sha256");
  let bytes = 0;
  let turnAt = performance.now();
  const parse = async (isEnd: boolean): Promise<void> => {
    throwIfCancelled(options.signal);
    reader.parse(isEnd);
    await options.afterWindow(bytes);
    if (performance.now() - turnAt > TURN_MS) {
      await nextTurn();
      turnAt = performance.now();
    }
  };
  for await (const chunk of untilCancelled(source, options.signal)) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let from = 0; from < chunk.length;) {
      from += reader.fill(chunk, from);
      if (reader.isFull) await parse(false);
    }
  }
  await parse(true);
  return { form: reader.form, bytes, sha256: hash.digest("hex") };
}

/** The source's chunks, until the signal gives up: also when the source hangs for ever. */
async function* untilCancelled(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp: (() => void) | undefined;
  const onAbort = (): void => giveUp?.();
  signal?.addEventListener("abort", onAbort, { once: true });
  let isFinished = false;
  try {
    for (;;) {
      throwIfCancelled(signal);
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = () => reject(cancelledError(signal));
        iterator.next().then(resolve, reject);
      });
      if (next.done === true) {
        isFinished = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    /* A hanging source never answers its return; it is told, but not waited for. */
    if (!isFinished) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
