// The positions of the bytes that give a STEP file its structure, for a whole window at once: SIMD code
// (structural-index.wat) where the processor has it, plain code where not. Knows nothing of what the bytes mean.
import { APOSTROPHE, CR, EQUALS, LF, SEMICOLON, SLASH } from "./bytes.ts";
import { STRUCTURAL_INDEX_WASM } from "./structural-index.wasm.ts";

/** The SIMD code reads whole blocks, so this many bytes behind a window must exist. */
const BLOCK_BYTES = 16;
const PAGE_BYTES = 65536;

let compiled: WebAssembly.Module | null | undefined;

/** The SIMD code, or null on a processor that cannot run it. */
function compile(): WebAssembly.Module | null {
  const code = Buffer.from(STRUCTURAL_INDEX_WASM, "base64");
  return WebAssembly.validate(code) ? new WebAssembly.Module(code) : null;
}

/** What the SIMD code does, byte by byte. */
export function indexPlainly(bytes: Uint8Array, end: number, positions: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > EQUALS) continue;
    if (
      byte === SEMICOLON ||
      byte === EQUALS ||
      byte === APOSTROPHE ||
      byte === SLASH ||
      byte === LF ||
      byte === CR
    ) {
      positions[count++] = at;
    }
  }
  return count;
}

/** A buffer of bytes and the positions of the structural ones among them. */
export class StructuralIndex {
  readonly bytes: Uint8Array;
  /** Ascending; only the first so many that `update` returned are valid. */
  readonly positions: Uint32Array;
  private readonly find: ((from: number, to: number, out: number) => number) | null;

  /** @param capacity bytes of the buffer */
  constructor(capacity: number) {
    if (compiled === undefined) compiled = compile();
    const positionsAt = Math.ceil((capacity + BLOCK_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
    const total = positionsAt + capacity * 4;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(total / PAGE_BYTES) });
    this.bytes = new Uint8Array(memory.buffer, 0, capacity);
    this.positions = new Uint32Array(memory.buffer, positionsAt, capacity);
    const instance = compiled ? new WebAssembly.Instance(compiled, { reader: { memory } }) : null;
    this.find =
      (instance?.exports["index"] as ((from: number, to: number, out: number) => number) | undefined) ?? null;
  }

  /** Indexes the first `end` bytes. Returns the number of positions. */
  update(end: number): number {
    return this.find
      ? this.find(0, end, this.positions.byteOffset)
      : indexPlainly(this.bytes, end, this.positions);
  }
}
