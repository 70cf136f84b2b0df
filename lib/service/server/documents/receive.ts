/**
 * Receives a multipart upload (RFC 7578): the file goes straight to the file store with back-pressure, all other parts are kept as text.
 * Only one chunk is in memory; after any failure nothing stays on disk.
 */
import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { transferCancelled } from "#lib/storage/errors.ts";
import type { StagedFile, Storage } from "#lib/storage/storage.ts";
import { detailError } from "../http/errors.ts";
import { decodeUtf8 } from "../http/body/form.ts";
import { readOrSilent, SILENT } from "../http/node/idle-watch.ts";
import { BROKEN, isFilePart, malformed, NOT_UTF8, openParser } from "../http/body/multipart.ts";

export type ReceivedUpload = {
  /** Text fields; of a repeated field the last value counts. */
  values: ReadonlyMap<string, string>;
  /** The part named `file`, stored but not yet under its key: the caller commits or discards it. */
  file: { staged: StagedFile; fileName: string } | null;
};

export type ReceiveOptions = {
  storage: Storage;
  /** The file's key once it is committed. */
  fileKey: string;
  /** The most bytes of the file. */
  sizeMax: number;
  /** After this long without a byte the sender counts as gone. */
  idleMs: number;
};

const LIMITS = { parts: 40, fieldNameSize: 200, headerPairs: 20, headerSize: 8 * 1024 };
const FIELD_BYTES_MAX = 64 * 1024;

/**
 * Reads the whole request.
 * @throws WireError 400 (not well-formed, two files, a text that is not UTF-8), 408 (stopped moving); StorageError FILE_TOO_LARGE, STORAGE_FULL, STORE_UNAVAILABLE, CANCELLED.
 */
export async function receiveUpload(request: Request, options: ReceiveOptions): Promise<ReceivedUpload> {
  const upload = beginUpload(openParser(request, LIMITS), options);
  try {
    await upload.pump(request);
    return await upload.finish();
  } catch (error) {
    throw await upload.abandon(error);
  }
}

/** Ends the wait for the connection: a sender that stops in the middle of a file would hold it forever. */
function fellSilent(idleMs: number): Error {
  const waited = `${String(idleMs / 1000)} s`;
  return detailError(408, `Nothing more of the file came for ${waited}, so it was not kept. Send it again.`, {
    Connection: "close",
  });
}

function beginUpload(parser: BusboyInstance, { storage, fileKey, sizeMax, idleMs }: ReceiveOptions) {
  const values = new Map<string, string>();
  let file: { stream: BusboyFileStream; fileName: string; staging: Promise<StagedFile> } | null = null;
  /** The first thing that went wrong; everything after it is a consequence. */
  let failure: { reason: unknown } | null = null;
  let isParsed = false;
  let wake = (): void => undefined;

  parser.on("file", (name, stream, fileName, _encoding, mimeType) => {
    // The stream may fail after its reader is gone, and an error without a listener ends the process.
    stream.on("error", () => undefined);
    if (isFilePart(fileName, mimeType)) takeFile(name, stream, fileName);
    else takeText(name, stream);
  });
  parser.on("partsLimit", () => {
    fail(malformed(`more than ${String(LIMITS.parts)} parts.`));
  });
  parser.on("error", () => {
    fail(malformed(BROKEN));
  });
  parser.on("drain", () => {
    wake();
  });
  parser.on("finish", () => {
    isParsed = true;
    wake();
  });

  function takeText(name: string, stream: BusboyFileStream): void {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > FIELD_BYTES_MAX) fail(malformed("a field is longer than 64 KiB."));
      else chunks.push(chunk);
    });
    stream.on("end", () => {
      const text = decodeUtf8(Buffer.concat(chunks));
      if (text === null) fail(malformed(NOT_UTF8));
      else values.set(name, text);
    });
  }

  function takeFile(name: string, stream: BusboyFileStream, fileName: string): void {
    if (failure !== null || name !== "file" || file !== null) {
      if (name === "file" && file !== null) fail(malformed("more than one file."));
      stream.resume();
      return;
    }
    const staging = storage.stage(fileKey, stream, { sizeMax });
    staging.catch(fail);
    file = { stream, fileName, staging };
  }

  function fail(reason: unknown): void {
    failure ??= { reason };
    wake();
  }

  function throwFailure(): void {
    if (failure !== null) throw failure.reason;
  }

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      throwFailure();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    throwFailure();
  }

  return {
    /** Hands the body to the parser, no faster than the file store accepts it. */
    pump: async (request: Request): Promise<void> => {
      if (request.body === null) throw malformed("the body is empty.");
      const reader = request.body.getReader();
      try {
        for (;;) {
          const piece = await readOrSilent(reader, idleMs).catch((cause: unknown) => {
            throw transferCancelled(cause);
          });
          if (piece === SILENT) throw fellSilent(idleMs);
          throwFailure();
          if (piece.done) return;
          if (!parser.write(piece.value)) await until(() => !parser.writableNeedDrain);
        }
      } finally {
        reader.releaseLock();
      }
    },
    /** The upload, once all parts have been received. */
    finish: async (): Promise<ReceivedUpload> => {
      parser.end();
      await until(() => isParsed);
      if (file === null) return { values, file };
      return { values, file: { staged: await file.staging, fileName: file.fileName } };
    },
    /** Stops everything and removes what has arrived. Returns the first failure, which caused the one that reached the caller. */
    abandon: async (thrown: unknown): Promise<unknown> => {
      fail(thrown);
      file?.stream.destroy(thrown instanceof Error ? thrown : new Error("the upload failed"));
      await file?.staging.then(
        (staged) => staged.discard(),
        () => undefined,
      );
      return failure?.reason;
    },
  };
}
