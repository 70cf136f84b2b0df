/*
 * Writing files to disk, for all formats: pieces are collected into larger writes, the file is synced, size and checksum are computed.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExportRow, ExportTable } from "./table.ts";
import type { Written } from "./written.ts";

/** Bytes collected before one write. */
const WRITE_BYTES = 512 * 1024;

const PIECE_CHARACTERS = 128 * 1024;

export type Digest = Pick<Written, "bytes" | "sha256">;

/**
 * Makes a new file from pieces and syncs it.
 * @param makePieces gets a function that returns the bytes written so far
 * @throws what the pieces throw; the system's errors of the disk
 */
export async function writePieces(
  path: string,
  makePieces: (bytesSoFar: () => number) => AsyncIterable<Uint8Array>,
): Promise<Digest> {
  await using file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const flush = async (): Promise<void> => {
    const gathered = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await file.writeFile(gathered);
    bytes += gathered.length;
    hash.update(gathered);
  };
  for await (const piece of makePieces(() => bytes)) {
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= WRITE_BYTES) await flush();
  }
  await flush();
  await file.sync();
  return { bytes, sha256: hash.digest("hex") };
}

/** Which rows become text, and who is told how many there are so far. */
export type TextRows = {
  readonly table: ExportTable;
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: ((rows: number) => void) | undefined;
};

/**
 * Pieces of UTF-8 for a format that is text: what the file starts with, then each row; between pieces other work gets its turn.
 * @throws ElementsError of the table
 */
export async function* iterateText(
  { table, signal, onRows }: TextRows,
  start: string,
  lineOf: (row: ExportRow) => string,
): AsyncGenerator<Uint8Array> {
  let text = start;
  let rows = 0;
  for await (const row of table.iterate(signal)) {
    text += lineOf(row);
    rows++;
    if (text.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(text);
    text = "";
    onRows?.(rows);
    await nextTurn();
  }
  if (text !== "") yield Buffer.from(text);
  onRows?.(rows);
}

/** Size and SHA-256 of a file, read from disk. */
export async function digestOf(path: string, signal: AbortSignal): Promise<Digest> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path, {
    signal,
    highWaterMark: WRITE_BYTES,
  }) as AsyncIterable<Buffer>)
    hash.update(bytes);
  return { bytes: (await stat(path)).size, sha256: hash.digest("hex") };
}
