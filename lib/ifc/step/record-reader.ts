// Random access to records for decoding, through a few small windows over the file. A window whose content was used reads further ahead the
// next time; a window that was mostly skipped reads less. So reads are proportional to the wanted records for any order of the file, and
// memory is constant for any size. The result of `locate` is valid until the next call.
import { readSync } from "node:fs";

const WINDOWS = 8;
const JUMP_BYTES = 4096;
const FOLLOW_BYTES = 65536;
/** A window counts as used when records make up at least 1/DENSE_SHARE of it. */
const DENSE_SHARE = 16;

interface Window {
  bytes: Uint8Array;
  base: number;
  end: number;
  usedAt: number;
  /** Bytes of records located in the current content. */
  usedBytes: number;
  /** Bytes to read the next time this window is followed. */
  aheadBytes: number;
}

export class RecordReader {
  /** The bytes that hold the located record; it begins at `at`. */
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  private readonly fd: number;
  private readonly windowBytes: number;
  private readonly windows: Window[] = [];
  private current: Window;
  private clock = 0;

  /** @param windowBytes bytes read ahead by each of the windows */
  constructor(fd: number, windowBytes: number) {
    this.fd = fd;
    this.windowBytes = windowBytes;
    this.current = makeWindow();
  }

  /** Makes the record at this file offset available in `bytes` from `at`. Both arguments in bytes. */
  locate(offset: number, length: number): void {
    let window = this.current;
    if (offset < window.base || offset + length > window.end) {
      window = this.findWindow(offset, length);
      this.current = window;
      this.bytes = window.bytes;
    }
    window.usedBytes += length;
    // Always a small integer: a floating-point field would slow down all code that reads it.
    this.at = (offset - window.base) | 0;
  }

  private findWindow(offset: number, length: number): Window {
    this.clock++;
    let oldest: Window | null = null;
    let followed: Window | null = null;
    for (const window of this.windows) {
      if (offset >= window.base && offset < window.end + this.windowBytes) {
        if (offset + length <= window.end) {
          window.usedAt = this.clock;
          return window;
        }
        followed = window;
      }
      if (!oldest || window.usedAt < oldest.usedAt) oldest = window;
    }
    const target =
      followed ?? (this.windows.length < WINDOWS ? this.addWindow() : (oldest ?? this.addWindow()));
    const isDense = followed !== null && followed.usedBytes * DENSE_SHARE >= followed.end - followed.base;
    target.aheadBytes = isDense
      ? Math.min(target.aheadBytes * 2, this.windowBytes)
      : followed
        ? Math.max(FOLLOW_BYTES, target.aheadBytes >> 1)
        : JUMP_BYTES;
    target.usedBytes = 0;
    const wanted = Math.max(length, Math.min(target.aheadBytes, this.windowBytes));
    if (target.bytes.length < wanted) target.bytes = new Uint8Array(Math.max(wanted, this.windowBytes));
    else if (target.bytes.length > 4 * this.windowBytes && wanted <= this.windowBytes) {
      target.bytes = new Uint8Array(this.windowBytes);
    }
    target.base = offset;
    target.end = offset + this.read(target.bytes, offset, wanted);
    target.usedAt = this.clock;
    return target;
  }

  private addWindow(): Window {
    const window = makeWindow();
    this.windows.push(window);
    return window;
  }

  private read(bytes: Uint8Array, offset: number, length: number): number {
    let done = 0;
    while (done < length) {
      const count = readSync(this.fd, bytes, done, length - done, offset + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }
}

function makeWindow(): Window {
  return { bytes: new Uint8Array(0), base: 0, end: 0, usedAt: 0, usedBytes: 0, aheadBytes: JUMP_BYTES };
}
