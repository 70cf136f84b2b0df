// A window that moves over a file from front to back, for the one pass of the scanner. The byte after the last valid one is always a
// semicolon, so inner loops need no bounds check. Read-only; keeps nothing outside the window.
import { readSync } from "node:fs";
import { SEMICOLON } from "./bytes.ts";

/** The most bytes that a caller may keep in front of a refill; also the least free room of a refill. */
export const KEEP_BYTES_MAX = 512;

/** Size of the buffer for windows of `windowBytes` bytes: kept bytes and the semicolon need room as well. */
export function windowCapacity(windowBytes: number): number {
  return windowBytes + KEEP_BYTES_MAX + 1;
}

export class FileWindow {
  /** Valid bytes are [0, end); `bytes[end]` is a semicolon. */
  readonly bytes: Uint8Array;
  end = 0;
  /** File offset of `bytes[0]`. */
  base: number;
  private readonly fd: number;
  private readonly windowBytes: number;
  private reachedEnd = false;

  /**
   * @param start file offset at which to begin
   * @param windowBytes bytes read at a time
   * @param bytes buffer of `windowCapacity(windowBytes)`
   */
  constructor(fd: number, start: number, windowBytes: number, bytes: Uint8Array) {
    this.fd = fd;
    this.base = start;
    this.windowBytes = windowBytes;
    this.bytes = bytes;
    this.bytes[0] = SEMICOLON;
  }

  /** True when the bytes in the window are the last ones of the file. */
  get isLast(): boolean {
    return this.reachedEnd;
  }

  /**
   * Reads the next bytes, keeping those from `keepFrom` on (at most KEEP_BYTES_MAX) at the front.
   * @returns how far the kept bytes moved to the front
   */
  refill(keepFrom: number): number {
    const { bytes } = this;
    const shift = Math.max(0, Math.max(keepFrom, this.end - KEEP_BYTES_MAX));
    bytes.copyWithin(0, shift, this.end);
    this.base += shift;
    this.end -= shift;
    const room = Math.min(this.windowBytes, bytes.length - 1 - this.end);
    const length = readSync(this.fd, bytes, this.end, room, this.base + this.end);
    this.reachedEnd = length === 0;
    this.end += length;
    bytes[this.end] = SEMICOLON;
    return shift;
  }
}
