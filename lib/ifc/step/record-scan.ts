// The fast path over the undamaged records of a window: SIMD code (record-scan.wat) with the class names in its memory, so that JavaScript
// sees only the wanted records. Holds the window's bytes. It leaves unusual records to scanner.ts, which can do all the work alone on a
// processor without SIMD.
import type { FileWindow } from "./file-window.ts";
import type { KeywordTable } from "./keyword-table.ts";
import { RECORD_SCAN_WASM } from "./record-scan.wasm.ts";

/** The SIMD code reads whole blocks, so this many bytes after the window must exist. */
const SLACK_BYTES = 64;
const PAGE_BYTES = 65536;
/** The most records found by one call; then they are handed over. */
const FOUND_MAX = 2048;
/** A found record is four numbers: its number, its class code, the address of its opening bracket, its length from there. */
const FOUND_NUMBERS = 4;

/** Receives each wanted record: its number, class code, file offset of the opening bracket, and length from there. */
export type RecordSink = (id: number, classCode: number, offset: number, length: number) => void;

let compiled: WebAssembly.Module | null | undefined;

/** The SIMD code, or null on a processor that cannot run it. */
function compile(): WebAssembly.Module | null {
  const code = Buffer.from(RECORD_SCAN_WASM, "base64");
  return WebAssembly.validate(code) ? new WebAssembly.Module(code) : null;
}

interface ScanExports {
  scan: (at: number, last: number, end: number) => number;
  foundCount: WebAssembly.Global;
  recordCount: WebAssembly.Global;
}

/** Places of the tables in memory, in bytes; all are multiples of 16. */
function layOut(keywords: KeywordTable): { names: number; found: number; window: number; text: number } {
  const names = keywords.prefixes.length + keywords.hashes.byteLength + keywords.codes.byteLength;
  const text = names + (keywords.folded.length + 1) * 8;
  const letters = keywords.folded.reduce((sum, name) => sum + name.length, 0);
  const found = (text + letters + 15) & ~15;
  return { names, text, found, window: found + FOUND_MAX * FOUND_NUMBERS * 4 };
}

export class RecordScan {
  /** The window; a semicolon must follow its last valid byte. */
  readonly bytes: Uint8Array;
  /** Records of any class that the last call of `run` passed. */
  recordCount = 0;
  private readonly found: Uint32Array;
  private readonly windowAt: number;
  private readonly exports: ScanExports;

  private constructor(code: WebAssembly.Module, capacity: number, keywords: KeywordTable) {
    const { names, text, found, window } = layOut(keywords);
    const memory = new WebAssembly.Memory({
      initial: Math.ceil((window + capacity + SLACK_BYTES) / PAGE_BYTES),
    });
    const { prefixes, hashes, codes, mask, folded } = keywords;
    const codesAt = prefixes.length + hashes.byteLength;
    new Uint8Array(memory.buffer).set(prefixes);
    new Int32Array(memory.buffer).set(hashes, prefixes.length / 4);
    new Uint16Array(memory.buffer).set(codes, codesAt / 2);
    let letterAt = text;
    for (const [position, name] of folded.entries()) {
      new Uint32Array(memory.buffer).set([letterAt, name.length], names / 4 + (position + 1) * 2);
      new Uint8Array(memory.buffer).set(name, letterAt);
      letterAt += name.length;
    }
    this.windowAt = window;
    this.bytes = new Uint8Array(memory.buffer, window, capacity);
    this.found = new Uint32Array(memory.buffer, found, FOUND_MAX * FOUND_NUMBERS);
    const tables = { prefixes: 0, hashes: prefixes.length, codes: codesAt, names, mask };
    const reader = { memory, ...tables, found, foundEnd: window };
    this.exports = new WebAssembly.Instance(code, { reader }).exports as unknown as ScanExports;
  }

  /**
   * @param capacity bytes of the window
   * @returns null on a processor without SIMD
   */
  static create(capacity: number, keywords: KeywordTable): RecordScan | null {
    if (compiled === undefined) compiled = compile();
    return compiled ? new RecordScan(compiled, capacity, keywords) : null;
  }

  /**
   * Passes plain records from `from` on, a position between two records, and hands over the wanted ones.
   * @param window the window that `bytes` belongs to
   * @param last position after which no record is begun
   * @returns the position reached: a record that is not plain or extends too far, or the blanks before it
   */
  run(window: FileWindow, from: number, last: number, sink: RecordSink): number {
    const { exports, windowAt, found } = this;
    const moved = window.base - windowAt;
    let at = from;
    let foundCount = FOUND_MAX;
    this.recordCount = 0;
    while (foundCount === FOUND_MAX && at <= last) {
      at = exports.scan(at + windowAt, last + windowAt, window.end + windowAt) - windowAt;
      this.recordCount += exports.recordCount.value as number;
      foundCount = exports.foundCount.value as number;
      for (let slot = 0; slot < foundCount * FOUND_NUMBERS; slot += FOUND_NUMBERS) {
        const offset = moved + (found[slot + 2] ?? 0);
        sink(found[slot] ?? 0, found[slot + 1] ?? 0, offset, found[slot + 3] ?? 0);
      }
    }
    return at;
  }
}
