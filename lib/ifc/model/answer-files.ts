// The files that `element/simple?type=` streams: one complete JSON object for each class, `{"<GlobalId>":{…},…}`. Collects output in small
// buffers, appends it to files under a working name, and gives them their final name at the end. Knows nothing about elements.
import {
  closeSync,
  fdatasync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { INDEX_FILE, type ClassIndex } from "../model-index.ts";

const BUFFER_BYTES = 16 << 10;
const FLUSH_BYTES = 256 << 10;
/** After this many bytes of one answer a sync is started, so that little is left to sync at the end. */
const SYNC_BYTES = 8 << 20;
const PART = ".part";
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Thrown when the answers together would be larger than allowed. */
export class OutputLimitError extends Error {}

/** One class's answer: append at `bytes[length]`, then call `settle` between elements or sets. */
export class AnswerFile {
  bytes: Uint8Array = new Uint8Array(BUFFER_BYTES);
  length = 1;
  count = 0;
  written = 0;
  unsynced = 0;
  readonly className: string;

  constructor(className: string) {
    this.className = className;
    this.bytes[0] = OPEN_BRACE;
  }
}

/** Removes an earlier reading's files from a folder, the index first: without it, the folder counts as empty. */
export function clearAnswers(dir: string): void {
  rmSync(join(dir, INDEX_FILE), { force: true });
  for (const name of readdirSync(dir)) {
    if (/^Ifc\w+\.json$/.test(name) || name.endsWith(PART)) rmSync(join(dir, name), { force: true });
  }
}

export class AnswerFiles {
  private readonly files = new Map<string, AnswerFile>();
  private readonly dir: string;
  private readonly outputBytesMax: number;
  private total = 0;
  private readonly syncs: Promise<unknown>[] = [];

  /** The folder must exist and be cleared. */
  constructor(dir: string, outputBytesMax: number) {
    this.dir = dir;
    this.outputBytesMax = outputBytesMax;
  }

  /** The answer of a class, created on first use. */
  open(className: string): AnswerFile {
    let file = this.files.get(className);
    if (!file) {
      file = new AnswerFile(className);
      this.files.set(className, file);
    }
    return file;
  }

  /**
   * Writes the buffer out when it is large enough.
   * @throws OutputLimitError when all answers together pass the limit
   */
  settle(file: AnswerFile): void {
    if (file.length >= FLUSH_BYTES) this.flush(file);
  }

  /** Completes every answer. Returns the classes by name. */
  complete(): ClassIndex[] {
    const files = this.list();
    for (const file of files) {
      file.bytes[file.length++] = CLOSE_BRACE;
      this.flush(file);
    }
    return files
      .map((file) => ({ name: file.className, count: file.count, bytes: file.written }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Waits until answers and index are on disk, then gives them their names, the index last: if it exists, the answers are complete. */
  async publish(index: string): Promise<void> {
    const indexPath = join(this.dir, INDEX_FILE);
    writeFileSync(indexPath + PART, index);
    const paths = [...this.list().map((file) => this.path(file)), indexPath];
    await Promise.all([...this.syncs, ...paths.map((path) => syncToDisk(path + PART))]);
    for (const path of paths) renameSync(path + PART, path);
  }

  /** Removes everything written so far. */
  async discard(): Promise<void> {
    await Promise.allSettled(this.syncs);
    rmSync(join(this.dir, INDEX_FILE) + PART, { force: true });
    for (const file of this.files.values()) rmSync(this.path(file) + PART, { force: true });
  }

  private list(): AnswerFile[] {
    return [...this.files.values()].filter((file) => file.count > 0);
  }

  private path(file: AnswerFile): string {
    return join(this.dir, `${file.className}.json`);
  }

  private flush(file: AnswerFile): void {
    this.total += file.length;
    if (this.total > this.outputBytesMax) {
      throw new OutputLimitError(`The answers would be larger than ${this.outputBytesMax} bytes.`);
    }
    const fd = openSync(this.path(file) + PART, "a");
    file.unsynced += file.length;
    let isHandedOver = false;
    try {
      for (let done = 0; done < file.length;) done += writeSync(fd, file.bytes, done, file.length - done);
      isHandedOver = file.unsynced >= SYNC_BYTES;
    } finally {
      if (!isHandedOver) closeSync(fd);
    }
    if (isHandedOver) {
      file.unsynced = 0;
      this.syncs.push(syncInBackground(fd));
    }
    file.written += file.length;
    file.length = 0;
    if (file.bytes.length > 4 * FLUSH_BYTES) file.bytes = new Uint8Array(FLUSH_BYTES);
  }
}

/** Syncs and closes a file in the background while reading continues. A failure shows in `publish`. */
function syncInBackground(fd: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<null>();
  fdatasync(fd, (error) => {
    closeSync(fd);
    if (error) reject(error);
    else resolve(null);
  });
  // Nobody awaits it before `publish`; without this line an earlier failure would count as unhandled.
  promise.catch(() => undefined);
  return promise;
}

/** Answers listed in the index must survive a power failure. */
async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, "r+");
  await file.datasync();
}
