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
  const upload = new Upload(openParser(request, LIMITS), options);
  try {
    await upload.pump(request);
    return await upload.finish();
  } catch (error) {
    await upload.abandon(error);
    throw upload.reasonOf(error);
  }
}

/** Ends the wait for the connection: a sender that stops in the middle of a file would hold it forever. */
function fellSilent(idleMs: number): Error {
  const waited = `${String(idleMs / 1000)} s`;
  return detailError(408, `Nothing more of the file came for ${waited}, so it was not kept. Send it again.`, {
    Connection: "close",
  });
}

class Upload {
  readonly #parser: BusboyInstance;
  readonly #options: ReceiveOptions;
  readonly #values = new Map<string, string>();
  #file: { stream: BusboyFileStream; fileName: string; staging: Promise<StagedFile> } | null = null;
  /** The first thing that went wrong; everything after it is a consequence. */
  #failure: { reason: unknown } | null = null;
  #isParsed = false;
  #wake: () => void = () => undefined;

  constructor(parser: BusboyInstance, options: ReceiveOptions) {
    this.#parser = parser;
    this.#options = options;
    parser.on("file", (name, stream, fileName, _encoding, mimeType) => {
      // The stream may fail after its reader is gone, and an error without a listener ends the process.
      stream.on("error", () => undefined);
      if (isFilePart(fileName, mimeType)) this.#takeFile(name, stream, fileName);
      else this.#takeText(name, stream);
    });
    parser.on("partsLimit", () => {
      this.#fail(malformed(`more than ${String(LIMITS.parts)} parts.`));
    });
    parser.on("error", () => {
      this.#fail(malformed(BROKEN));
    });
    parser.on("drain", () => {
      this.#wake();
    });
    parser.on("finish", () => {
      this.#isParsed = true;
      this.#wake();
    });
  }

  /** Hands the body to the parser, no faster than the file store accepts it. */
  async pump(request: Request): Promise<void> {
    if (request.body === null) throw malformed("the body is empty.");
    const reader = request.body.getReader();
    const { idleMs } = this.#options;
    try {
      for (;;) {
        const piece = await readOrSilent(reader, idleMs).catch((cause: unknown) => {
          throw transferCancelled(cause);
        });
        if (piece === SILENT) throw fellSilent(idleMs);
        this.#throwFailure();
        if (piece.done) return;
        if (!this.#parser.write(piece.value)) await this.#until(() => !this.#parser.writableNeedDrain);
      }
    } finally {
      reader.releaseLock();
    }
  }

  /** The upload, once all parts have been received. */
  async finish(): Promise<ReceivedUpload> {
    this.#parser.end();
    await this.#until(() => this.#isParsed);
    if (this.#file === null) return { values: this.#values, file: null };
    const { staging, fileName } = this.#file;
    return { values: this.#values, file: { staged: await staging, fileName } };
  }

  /** Stops everything and removes what has arrived. */
  async abandon(reason: unknown): Promise<void> {
    this.#fail(reason);
    if (this.#file === null) return;
    const { stream, staging } = this.#file;
    stream.destroy(reason instanceof Error ? reason : new Error("the upload failed"));
    await staging.then(
      (staged) => staged.discard(),
      () => undefined,
    );
  }

  /** The first failure, which caused the failure that reached the caller. */
  reasonOf(thrown: unknown): unknown {
    return this.#failure?.reason ?? thrown;
  }

  #takeText(name: string, stream: BusboyFileStream): void {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > FIELD_BYTES_MAX) this.#fail(malformed("a field is longer than 64 KiB."));
      else chunks.push(chunk);
    });
    stream.on("end", () => {
      const text = decodeUtf8(Buffer.concat(chunks));
      if (text === null) this.#fail(malformed(NOT_UTF8));
      else this.#values.set(name, text);
    });
  }

  #takeFile(name: string, stream: BusboyFileStream, fileName: string): void {
    if (this.#failure !== null || name !== "file" || this.#file !== null) {
      if (name === "file" && this.#file !== null) this.#fail(malformed("more than one file."));
      stream.resume();
      return;
    }
    const { storage, fileKey, sizeMax } = this.#options;
    const staging = storage.stage(fileKey, stream, { sizeMax });
    staging.catch((error: unknown) => {
      this.#fail(error);
    });
    this.#file = { stream, fileName, staging };
  }

  #fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#wake();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.reason;
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      this.#throwFailure();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#throwFailure();
  }
}
