/*
 * Writes an export table as a file on disk, synced, in whatever format. Knows no run and no state; what it wrote is believed only after
 * the read-back has read it again.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { isFormulaText } from "../formula.ts";
import type { Snapshot } from "../snapshot.ts";
import { iterateCsv, type CsvSummary } from "./csv/fast/write.ts";
import { iterateCsvLines } from "./csv/write.ts";
import { headingRows } from "./headings.ts";
import { iterateLines } from "./json/write.ts";
import {
  guardsFormulas,
  isCsv,
  type ExportOptions,
  type ExportProfile,
} from "./options.ts";
import { writeParquet } from "./parquet/write.ts";
import type { ExportTable } from "./table.ts";
import type { FileProgress, Written } from "./written.ts";
import { writeXlsx } from "./xlsx/write.ts";

export type WriteFile = {
  table: ExportTable;
  /** The one snapshot that the table is all of; null when it is more or less than that. */
  whole: Snapshot | null;
  profile: ExportProfile;
  options: ExportOptions;
  /** The file to make, in a folder where other files may be made for a while. */
  path: string;
  progress: FileProgress;
};

/** Bytes gathered before one write. */
const WRITE_BYTES = 512 * 1024;

/**
 * Writes the whole table to a new file.
 * @throws ElementsError of the table, BAD_OPTION, CANCELLED; the system's errors of the disk
 */
export async function writeExportFile(given: WriteFile): Promise<Written> {
  const { table, profile, options, path, progress } = given;
  const { signal } = progress;
  const isGuarded = guardsFormulas(profile);
  const headings = headingRows(table, options, isGuarded);
  if (profile === "parquet") return writeParquetFile(given);
  const file = await open(path, "wx", 0o600);
  let guardedCells = isGuarded ? headingRows(table, options).flat().filter(isFormulaText).length : 0;
  let digest: Digest | null = null;
  try {
    if (profile === "xlsx") {
      await writeXlsx(file, { table, options, signal, onRows: (rows) => progress.advance(rows) });
    } else {
      const out = new Gathered(file);
      const onRows = (rows: number): void => progress.advance(rows, out.bytes);
      if (isCsv(profile)) {
        const onGuarded = (count: number): void => {
          guardedCells += count;
        };
        const quick = quickPieces(given, headings[0] ?? [], onRows, onGuarded);
        await out.takeAll(quick ?? iterateCsvLines({ table, profile, options, signal, onRows, onGuarded }));
      } else {
        await out.takeAll(iterateLines({ table, options, signal, onRows }));
      }
      digest = out.digest();
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return {
    rows: table.rows,
    columns: headings[0]?.length ?? 0,
    ...(digest ?? (await digestOf(path, signal))),
    headings,
    guardedCells,
  };
}

/** The plain file of one whole class goes through the kernels; null when something else is asked for. */
function quickPieces(
  { whole, profile, options, progress }: WriteFile,
  headings: readonly string[],
  onRows: (rows: number) => void,
  onGuarded: (count: number) => void,
): AsyncIterable<Uint8Array> | null {
  const { delimiter, decimalMark, byteOrderMark, noneAs } = options;
  const isPlain =
    !options.quoteAll &&
    options.lineEnd === "crlf" &&
    options.missingAs === "" &&
    options.emptyAs === "" &&
    options.headings === "joined" &&
    !options.longId;
  if (whole === null || !isPlain || delimiter === "|" || !/^(?:[\\A-Za-z][A-Za-z/_]*)?$/.test(noneAs))
    return null;
  const onDone = ({ guardedCells }: CsvSummary): void => onGuarded(guardedCells);
  const [whenTrue = "", whenFalse = ""] = options.booleans.split("/");
  const booleans = [whenTrue, whenFalse] as const;
  const guardFormulas = guardsFormulas(profile);
  const csv = {
    delimiter,
    decimalMark,
    byteOrderMark,
    booleans,
    nullText: noneAs,
    guardFormulas,
    headings,
    onRows,
    onDone,
  };
  return iterateCsv(whole, csv, progress.signal);
}

async function writeParquetFile({ table, options, path, progress }: WriteFile): Promise<Written> {
  const workFolder = join(path, "..", "parquet-stage");
  await mkdir(workFolder, { mode: 0o700 });
  try {
    const { signal } = progress;
    const plan = await writeParquet({
      table,
      options,
      path,
      workFolder,
      signal,
      onRows: (rows) => progress.advance(rows),
    });
    const file = await open(path, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    const headings = [plan.names];
    const digest = await digestOf(path, signal);
    return { rows: table.rows, columns: plan.names.length, ...digest, headings, guardedCells: 0 };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

type Digest = Pick<Written, "bytes" | "sha256">;

/** Size and SHA-256 of a file, read from disk. */
async function digestOf(path: string, signal: AbortSignal): Promise<Digest> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path, {
    signal,
    highWaterMark: WRITE_BYTES,
  }) as AsyncIterable<Buffer>)
    hash.update(bytes);
  return { bytes: (await stat(path)).size, sha256: hash.digest("hex") };
}

/** Writes pieces in larger ones. */
class Gathered {
  bytes = 0;
  readonly #file: FileHandle;
  readonly #hash = createHash("sha256");
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async takeAll(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      this.#waiting.push(piece);
      this.#waitingBytes += piece.length;
      if (this.#waitingBytes >= WRITE_BYTES) await this.#flush();
    }
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let from = 0; from < bytes.length;)
      from += (await this.#file.write(bytes, from, bytes.length - from)).bytesWritten;
    this.bytes += bytes.length;
    this.#hash.update(bytes);
  }

  /** Of all that was taken; asked for once, at the end. */
  digest(): Digest {
    return { bytes: this.bytes, sha256: this.#hash.digest("hex") };
  }
}
