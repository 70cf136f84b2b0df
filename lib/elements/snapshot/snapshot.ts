/*
 * Opens a stored snapshot and reads rows from it: any page at the cost of that page, or all rows in order with bounded memory. Reading all
 * rows also verifies the files' checksums. It never changes a snapshot.
 */
import { open, readFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { kept } from "#lib/core/language/kept-texts.ts";
import { errorCode } from "#lib/storage/errors.ts";
import { damaged, ElementsError, storageError, throwIfCancelled } from "../errors.ts";
import { INDEX_ENTRY_BYTES, INDEX_FILE, META_FILE, ROWS_FILE, SHAPES_FILE, RowRecord } from "./row-record.ts";
import { decodeShapes } from "./shapes.ts";
import { parseMeta, type SnapshotMeta } from "./meta.ts";
import type { Cell, Row } from "../wire.ts";

/** Some stored rows: row i lies in `bytes[i === 0 ? 0 : ends[i - 1] … ends[i])`. Valid until the next block is requested. */
export interface RowBlock {
  readonly bytes: Buffer;
  readonly ends: readonly number[];
}

const BLOCK_BYTES = 1024 * 1024;
const INDEX_ENTRIES = 8192;

/** An open snapshot; several readers may use it at once. */
export class Snapshot implements AsyncDisposable {
  readonly meta: SnapshotMeta;
  /** Column numbers of each shape, for writers that work on stored rows. */
  readonly shapes: readonly Int32Array[];
  readonly #rows: FileHandle;
  readonly #index: FileHandle;

  constructor(meta: SnapshotMeta, shapes: readonly Int32Array[], rows: FileHandle, index: FileHandle) {
    this.meta = meta;
    this.shapes = shapes;
    this.#rows = rows;
    this.#index = index;
  }

  /**
   * Single rows from anywhere, in the order requested. They have the cells of the requested columns (places in `meta.columns`; -1 for a
   * column that the table does not have), so reading a few columns of a very wide table is cheap.
   * @throws ElementsError SNAPSHOT_DAMAGED, STORAGE_FAILED
   */
  async readCells(rows: readonly number[], columns: readonly number[]): Promise<Row[]> {
    const record = new RowRecord(this.shapes);
    const wanted = new Map<number, number[]>();
    columns.forEach((column, at) => {
      const number = this.meta.columnNumbers[column];
      if (number !== undefined) wanted.set(number, [...(wanted.get(number) ?? []), at]);
    });
    const found: Row[] = [];
    for (const row of rows) {
      const bytes = await this.#readRow(row);
      record.locate(bytes, 0, bytes.length);
      const cells = new Array<Cell>(columns.length).fill(undefined);
      const numbers = record.columns();
      for (let i = 0; i < record.cellCount; i++) {
        for (const at of wanted.get(numbers[i] ?? -1) ?? []) cells[at] = record.cell(i);
      }
      found.push({ id: record.text(0), cells });
    }
    return found;
  }

  async #readRow(row: number): Promise<Buffer> {
    if (!Number.isSafeInteger(row) || row < 0 || row >= this.meta.rows)
      throw new ElementsError("BAD_OPTION", `There is no row ${row}: the table has ${this.meta.rows}.`);
    const entries = Buffer.alloc(2 * INDEX_ENTRY_BYTES);
    await readFully(this.#index, entries, row * INDEX_ENTRY_BYTES);
    const [start, end] = [entries.readDoubleLE(0), entries.readDoubleLE(INDEX_ENTRY_BYTES)];
    const isSound = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start;
    if (!isSound || end > this.meta.files.rows.bytes) throw damaged(kept("its row index is wrong"));
    const bytes = Buffer.allocUnsafe(end - start);
    await readFully(this.#rows, bytes, start);
    return bytes;
  }

  /** All rows in order. @throws ElementsError SNAPSHOT_DAMAGED, STORAGE_FAILED, CANCELLED */
  async *iterateRows(signal?: AbortSignal): AsyncGenerator<Row> {
    const record = new RowRecord(this.shapes);
    const places = new Map(this.meta.columnNumbers.map((column, place) => [column, place]));
    for await (const { bytes, ends } of this.iterateBlocks(signal)) {
      let start = 0;
      for (const end of ends) {
        record.locate(bytes, start, end);
        start = end;
        const cells = new Array<Cell>(this.meta.columns.length).fill(undefined);
        const columns = record.columns();
        for (let i = 0; i < record.cellCount; i++) {
          const place = places.get(columns[i] ?? -1);
          if (place === undefined) throw damaged(kept("a row has a cell without a column"));
          cells[place] = record.cell(i);
        }
        yield { id: record.text(0), cells };
      }
    }
  }

  /** All stored rows in order, in blocks, for writers. @throws as `iterateRows` */
  async *iterateBlocks(signal?: AbortSignal): AsyncGenerator<RowBlock> {
    const { rows, files } = this.meta;
    let rowsCrc = 0;
    let indexCrc = 0;
    let buffer = Buffer.alloc(0);
    for (let first = 0; first < rows; first += INDEX_ENTRIES) {
      const count = Math.min(INDEX_ENTRIES, rows - first);
      const index = Buffer.alloc((count + 1) * INDEX_ENTRY_BYTES);
      await readFully(this.#index, index, first * INDEX_ENTRY_BYTES);
      indexCrc = crc32(index.subarray(0, count * INDEX_ENTRY_BYTES), indexCrc);
      if (first + count === rows) indexCrc = crc32(index.subarray(count * INDEX_ENTRY_BYTES), indexCrc);
      for (let row = 0; row < count;) {
        throwIfCancelled(signal);
        const start = index.readDoubleLE(row * INDEX_ENTRY_BYTES);
        if (!Number.isSafeInteger(start) || start < 0) throw damaged(kept("its row index is wrong"));
        const ends: number[] = [];
        while (row < count) {
          const end = index.readDoubleLE((row + 1) * INDEX_ENTRY_BYTES) - start;
          if (ends.length > 0 && end > BLOCK_BYTES) break;
          if (!Number.isSafeInteger(end) || end <= (ends.at(-1) ?? 0) || start + end > files.rows.bytes)
            throw damaged(kept("its row index is wrong"));
          ends.push(end);
          row++;
        }
        const size = ends.at(-1) ?? 0;
        if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(Math.max(size, BLOCK_BYTES));
        const bytes = buffer.subarray(0, size);
        await readFully(this.#rows, bytes, start);
        rowsCrc = crc32(bytes, rowsCrc);
        yield { bytes, ends };
      }
    }
    if (rows === 0) return;
    if (rowsCrc !== files.rows.crc32) throw damaged(kept("the checksum of its rows is wrong"));
    if (indexCrc !== files.index.crc32) throw damaged(kept("the checksum of its row index is wrong"));
  }

  async close(): Promise<void> {
    await Promise.all([this.#rows.close(), this.#index.close()]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

async function readFully(handle: FileHandle, into: Buffer, position: number): Promise<void> {
  for (let done = 0; done < into.length;) {
    const { bytesRead } = await handle
      .read(into, done, into.length - done, position + done)
      .catch((error: unknown) => {
        throw storageError(error, kept("Reading the snapshot"));
      });
    if (bytesRead === 0) throw damaged(kept("a file is cut off"));
    done += bytesRead;
  }
}

/**
 * Opens the snapshot that `writeSnapshot` made in `dir`. Close it when done.
 * @throws ElementsError SNAPSHOT_NOT_FOUND, SNAPSHOT_DAMAGED, STORAGE_FAILED
 */
export async function openSnapshot(dir: string): Promise<Snapshot> {
  const opened: FileHandle[] = [];
  const openFile = async (name: string, bytes: number): Promise<FileHandle> => {
    const handle = await open(join(dir, name), "r");
    opened.push(handle);
    if ((await handle.stat()).size !== bytes)
      throw damaged(kept("the file {name} has the wrong size", { name }));
    return handle;
  };
  let hasMeta = false;
  try {
    const meta = parseMeta(await readFile(join(dir, META_FILE), "utf8"));
    hasMeta = true;
    const stored = await readFile(join(dir, SHAPES_FILE));
    const shapes = crc32(stored) === meta.files.shapes.crc32 ? decodeShapes(stored) : null;
    if (!shapes) throw damaged(kept("the checksum of its shapes is wrong"));
    const rows = await openFile(ROWS_FILE, meta.files.rows.bytes);
    const index = await openFile(INDEX_FILE, meta.files.index.bytes);
    return new Snapshot(meta, shapes, rows, index);
  } catch (error) {
    await Promise.all(opened.map((handle) => handle.close()));
    if (!["ENOENT", "ENOTDIR"].includes(errorCode(error)))
      throw storageError(error, kept("Opening the snapshot"));
    if (hasMeta) throw damaged(kept("a file is missing"), error);
    const message = kept("There is no snapshot in this folder. Read the elements again from the service.");
    throw new ElementsError("SNAPSHOT_NOT_FOUND", message, { cause: error });
  }
}

/**
 * Reads a snapshot from front to back and compares it with its checksums. Reading single rows does not check them, so call this before
 * writing such rows to a file.
 * @throws ElementsError SNAPSHOT_DAMAGED, STORAGE_FAILED, CANCELLED
 */
export async function verifySnapshot(snapshot: Snapshot, signal?: AbortSignal): Promise<void> {
  const blocks = snapshot.iterateBlocks(signal);
  while ((await blocks.next()).done !== true);
}
