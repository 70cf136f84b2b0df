// Random access to records for decoding, through a few small windows over the file. A window that is being followed
// reads ahead; a jump reads little. So files in any order cost reads in proportion to their records, and memory stays
// the same for any size. What `locate` gives is valid until the next call.
import { readSync } from "node:fs";

const WINDOWS = 8;
const JUMP_BYTES = 4096;

interface Window {
  bytes: Uint8Array;
  base: number;
  end: number;
  usedAt: number;
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
    this.current = { bytes: this.bytes, base: 0, end: 0, usedAt: 0 };
  }

  /** Makes the record at this file offset available in `bytes` from `at`. Both arguments in bytes. */
  locate(offset: number, length: number): void {
    let window = this.current;
    if (offset < window.base || offset + length > window.end) {
      window = this.findWindow(offset, length);
      this.current = window;
      this.bytes = window.bytes;
    }
    this.at = offset - window.base;
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
    const wanted = Math.max(length, followed ? this.windowBytes : Math.min(JUMP_BYTES, this.windowBytes));
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
    const window = { bytes: new Uint8Array(0), base: 0, end: 0, usedAt: 0 };
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
