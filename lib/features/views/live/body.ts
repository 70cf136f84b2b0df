/**
 * The bytes of a live file in its format and coding. CSV and JSON are sent while they are written; a Parquet file, whose index comes last,
 * is written to disk first. Nothing is held whole in memory.
 */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { iterateCsvLines } from "#lib/elements/files/csv/write.ts";
import { MEDIA_TYPES, PLAIN_OPTIONS, type ExportProfile } from "#lib/elements/files/options.ts";
import { layOut, type Layout } from "#lib/elements/files/layout.ts";
import { iterateLines } from "#lib/elements/files/json/write.ts";
import { writeParquet } from "#lib/elements/files/parquet/write.ts";
import { getStorage } from "#lib/storage/instance.ts";
import type { ViewContent } from "../content.ts";
import type { LiveFormat } from "../live-address.ts";
import type { Coding } from "./conditions.ts";
import type { AddressTable } from "./columns.ts";
import { takeParquetTurn, type Patience } from "./places.ts";

/** Disk space for a Parquet file and its working files, relative to the bytes of the readings. */
const DISK_FACTOR = 3;
const READ_BYTES = 256 * 1024;

export type BodyRequest = {
  readonly format: LiveFormat;
  readonly coding: Coding;
  readonly content: Pick<ViewContent, "profile" | "unitInHeading">;
  readonly held: Pick<AddressTable, "table" | "types">;
  /** Size of the stored readings. */
  readonly storedBytes: number;
  readonly patience: Patience;
};

const profileOf = (format: LiveFormat, { profile }: Pick<ViewContent, "profile">): ExportProfile =>
  format === "csv" ? profile : format === "ndjson" ? "json" : "parquet";

/** The Content-Type of a file. */
export const mediaTypeOf = (format: LiveFormat, content: Pick<ViewContent, "profile">): string =>
  MEDIA_TYPES[profileOf(format, content)];

/**
 * @throws AppError UNAVAILABLE (no turn in time); ElementsError of the table, BAD_OPTION (too many columns); StorageError; the signal's
 * reason
 */
export async function openBody(request: BodyRequest): Promise<AsyncIterable<Uint8Array>> {
  const pieces = await openPlain(request);
  return request.coding === "gzip" ? gzipped(pieces) : pieces;
}

async function openPlain(request: BodyRequest): Promise<AsyncIterable<Uint8Array>> {
  const { format, content, held, patience } = request;
  const { table } = held;
  const { signal } = patience;
  const profile = profileOf(format, content);
  const options = { ...PLAIN_OPTIONS[profile], unitInHeading: content.unitInHeading };
  const layout = layOut(table, options);
  if (format === "parquet") return openParquet(request, layout);
  return format === "csv"
    ? iterateCsvLines({ table, layout, profile, options, signal })
    : iterateLines({ table, layout, isComplete: true, signal });
}

async function openParquet(
  { held: { table, types }, storedBytes, patience }: BodyRequest,
  layout: Layout,
): Promise<AsyncIterable<Uint8Array>> {
  const storage = getStorage();
  const endTurn = await takeParquetTurn(patience);
  try {
    await storage.assertWorkRoom(storedBytes * DISK_FACTOR);
    await using work = await storage.makeWorkFolder();
    const path = join(work.path, "live.parquet");
    const { signal } = patience;
    await writeParquet({ table, layout, types, path, workFolder: work.path, signal });
    const file = await open(path);
    // The stream closes the file at its end, which frees its disk space.
    return file.createReadStream({ highWaterMark: READ_BYTES });
  } finally {
    endTurn();
  }
}

/** RFC 1952. Ending the iteration also ends the source. */
async function* gzipped(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip();
  // An error ends the iteration below.
  pipeline(Readable.from(pieces, { objectMode: false }), gzip, () => undefined);
  yield* gzip as AsyncIterable<Buffer>;
}
