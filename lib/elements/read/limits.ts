/*
 * The bounds within which an answer is read. Each is refused by its own error code; none may be unlimited,
 * because the answer comes from outside and memory use follows from these figures alone.
 */

export interface ElementLimits {
  /** Bytes of one element in the answer; the reader's window grows at most to this. */
  readonly elementBytesMax: number;
  /** Bytes of one value as it is kept: text decoded, lists and objects as JSON text. */
  readonly cellBytesMax: number;
  /** Bytes of one GlobalId, set name or property name. */
  readonly nameBytesMax: number;
  readonly columnsMax: number;
  readonly rowsMax: number;
  /** Brackets open at once, those of the answer itself included. */
  readonly depthMax: number;
  /** Bytes gathered before parsing starts; small values serve tests that cut everywhere. */
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
