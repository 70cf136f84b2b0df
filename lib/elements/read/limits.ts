/*
 * The limits for reading an answer. Exceeding each has its own error code; no limit may be infinite, because the answer comes from outside
 * and these figures alone bound the memory.
 */

export interface ElementLimits {
  /** Bytes of one element in the answer; the reader's window grows at most to this. */
  readonly elementBytesMax: number;
  /** Bytes of one value as it is stored: text decoded, lists and objects as JSON text. */
  readonly cellBytesMax: number;
  /** Bytes of one GlobalId, set name or property name. */
  readonly nameBytesMax: number;
  readonly columnsMax: number;
  readonly rowsMax: number;
  /** Nesting depth of brackets, those of the answer itself included. */
  readonly depthMax: number;
  /** Bytes collected before parsing starts; tests use small values to cut the answer everywhere. */
  readonly windowBytes: number;
}

export const DEFAULT_LIMITS: ElementLimits = {
  elementBytesMax: 64 * 1024 * 1024,
  cellBytesMax: 10_000_000,
  nameBytesMax: 1024,
  columnsMax: 50_000,
  rowsMax: 2 ** 31 - 1,
  depthMax: 64,
  windowBytes: 256 * 1024,
};
