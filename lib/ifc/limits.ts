// Limits of one reading. The defaults suit a server that accepts uploads from anybody; tests set their own.

export interface IngestLimits {
  /** Bytes read at a time by the scan. */
  windowBytes: number;
  /** Bytes read ahead by each of the eight windows of the decoder. */
  readAheadBytes: number;
  /** Largest accepted file, also after unpacking. */
  inputBytesMax: number;
  /** Largest single record that is decoded, in bytes. Geometry is not decoded and may be larger. */
  recordBytesMax: number;
  /** The most records of all wanted kinds; each takes 18 bytes of memory. */
  recordsMax: number;
  /** Size of all answers together. */
  outputBytesMax: number;
}

export const DEFAULT_LIMITS: IngestLimits = {
  windowBytes: 1 << 20,
  readAheadBytes: 256 << 10,
  inputBytesMax: 16 * 2 ** 30,
  recordBytesMax: 32 << 20,
  recordsMax: 20_000_000,
  outputBytesMax: 8 * 2 ** 30,
};
