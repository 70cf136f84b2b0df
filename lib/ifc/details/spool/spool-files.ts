// The spools of a reading, one for each class: collects frames in buffers and appends them to files. Knows nothing about the content of
// frames.
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { OutputLimitError } from "../../model/answer-files.ts";
import type { ClassIndex } from "../../model-index.ts";
import { ByteSink } from "./byte-sink.ts";
import { spoolName } from "../index.ts";

const FLUSH_BYTES = 256 << 10;

export class Spool {
  readonly sink = new ByteSink();
  readonly className: string;
  /** Numbers of the sets that a reader of this spool keeps, and their size. */
  readonly kept = new Set<number>();
  keptBytes = 0;
  count = 0;
  written = 0;

  constructor(className: string) {
    this.className = className;
  }

  /** Appends a frame with this body. */
  frame(kind: number, body: ByteSink): void {
    this.sink.reserve(1);
    this.sink.bytes[this.sink.length++] = kind;
    this.sink.counted(body.bytes, 0, body.length);
  }
}

export class SpoolFiles {
  private readonly spools = new Map<string, Spool>();
  private readonly dir: string;
  private readonly bytesMax: number;
  private total = 0;

  /** The folder must exist and be empty. */
  constructor(dir: string, bytesMax: number) {
    this.dir = dir;
    this.bytesMax = bytesMax;
  }

  /** The spool of a class, created on first use. */
  open(className: string): Spool {
    let spool = this.spools.get(className);
    if (!spool) {
      spool = new Spool(className);
      this.spools.set(className, spool);
    }
    return spool;
  }

  /** Writes the buffer out when it is large enough. @throws OutputLimitError when all spools together pass the limit */
  settle(spool: Spool): void {
    if (spool.sink.length >= FLUSH_BYTES) this.flush(spool);
  }

  /** Writes out the rest. Returns the classes by name. */
  complete(): ClassIndex[] {
    const spools = [...this.spools.values()].filter(({ count }) => count > 0);
    for (const spool of spools) this.flush(spool);
    return spools
      .map(({ className, count, written }) => ({ name: className, count, bytes: written }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private flush(spool: Spool): void {
    const { sink } = spool;
    this.total += sink.length;
    if (this.total > this.bytesMax) {
      throw new OutputLimitError(`The details would be larger than ${this.bytesMax} bytes.`);
    }
    const fd = openSync(join(this.dir, spoolName(spool.className)), "a");
    try {
      for (let done = 0; done < sink.length;) done += writeSync(fd, sink.bytes, done, sink.length - done);
    } finally {
      closeSync(fd);
    }
    spool.written += sink.length;
    sink.clear();
    if (sink.bytes.length > 4 * FLUSH_BYTES) sink.bytes = new Uint8Array(FLUSH_BYTES);
  }
}
