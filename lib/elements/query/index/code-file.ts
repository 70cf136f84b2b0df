/*
 * A temporary file of codes: blocks of rows, column by column, written once in order, then read and patched in order. It exists only while
 * an index is being made.
 */
import { open, type FileHandle } from "node:fs/promises";
import { CHUNK_ROWS } from "./chunks.ts";

/** Some rows of the file: `columns[c][i]` is the code of row `from + i` in column c. */
export type CodeBlock = {
  readonly from: number;
  readonly rows: number;
  readonly columns: readonly Int32Array[];
};

export class CodeFile {
  readonly #handle: FileHandle;
  readonly #width: number;
  readonly #block: Int32Array;
  /** The columns; the row being filled is at index `at`, and its codes start as 0. */
  readonly columns: readonly Int32Array[];
  at = 0;
  #rows = 0;

  private constructor(handle: FileHandle, width: number) {
    this.#handle = handle;
    this.#width = width;
    this.#block = new Int32Array(width * CHUNK_ROWS);
    this.columns = Array.from({ length: width }, (_, c) =>
      this.#block.subarray(c * CHUNK_ROWS, (c + 1) * CHUNK_ROWS),
    );
  }

  static async create(path: string, width: number): Promise<CodeFile> {
    return new CodeFile(await open(path, "wx+", 0o600), width);
  }

  /** Ends the row; true when the block is full and `flush` must be awaited before the next. */
  endRow(): boolean {
    return ++this.at === CHUNK_ROWS;
  }

  async flush(): Promise<void> {
    if (this.at === 0) return;
    await this.#write(this.#rows);
    this.#rows += this.at;
    this.at = 0;
    this.#block.fill(0);
  }

  /** Visits all blocks in order; when `change` returns true, the block's changed codes are written back. */
  async eachBlock(change: (block: CodeBlock) => boolean | Promise<boolean>): Promise<void> {
    const bytes = Buffer.from(this.#block.buffer);
    for (let from = 0; from < this.#rows; from += CHUNK_ROWS) {
      const position = from * this.#width * 4;
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await this.#handle.read(bytes, done, bytes.length - done, position + done);
        if (bytesRead === 0) throw new RangeError("the file of codes is cut");
        done += bytesRead;
      }
      const rows = Math.min(CHUNK_ROWS, this.#rows - from);
      if (await change({ from, rows, columns: this.columns })) await this.#write(from);
    }
  }

  async #write(fromRow: number): Promise<void> {
    const bytes = Buffer.from(this.#block.buffer);
    const position = fromRow * this.#width * 4;
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
