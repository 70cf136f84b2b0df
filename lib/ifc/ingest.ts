// The reader's entry point: from an uploaded .ifc or .ifczip to a folder with one ready-made `element/simple` answer for each class, and an
// index. Every file gives a typed result; only faults of the machine (disk full, a bug) are exceptions inside, and they too are returned as
// a failed result. Accesses only the given paths.
import { closeSync, fstatSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFileKind } from "./file-kind.ts";
import { ArchiveError, unpackIfcZip, type UnpackLimits } from "./ifczip.ts";
import { DEFAULT_LIMITS, type IngestLimits } from "./limits.ts";
import { clearAnswers, OutputLimitError } from "./model/answer-files.ts";
import { readModel } from "./model/read-model.ts";
import type { ModelIndex } from "./model-index.ts";
import { CAUSE_LENGTH_MAX, Problems, shorten } from "./step/problems.ts";

export interface IngestProgress {
  phase: "unpacking" | "reading" | "writing";
  /** Bytes for unpacking and reading, elements for writing. */
  done: number;
  total: number;
}

export interface IngestInput {
  /** The uploaded file, .ifc or .ifczip; its content decides which. */
  inputPath: string;
  /** Folder for the answers and the index; created when missing, and cleared of an earlier reading's files. */
  outputDir: string;
  /** The name of the uploaded file; only for messages. */
  fileName?: string | undefined;
  limits?: (Partial<IngestLimits> & Partial<UnpackLimits>) | undefined;
  onProgress?: ((progress: IngestProgress) => void) | undefined;
  /** Called with the file's stated schema as soon as it is known: IFC4, or the name of a schema that cannot be read. */
  onSchema?: ((stated: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface IngestResult {
  /** `failed` as soon as anything was lost: such a model must not be offered as complete. */
  status: "ok" | "failed";
  /** Sentences for people, most with record and line. Empty exactly when the status is `ok`. */
  errors: string[];
  warnings: string[];
  /** The index of what could be read; null when nothing could. */
  index: ModelIndex | null;
}

const UNPACKED = "unpacked.ifc.part";

function fail(...errors: string[]): IngestResult {
  return { status: "failed", errors, warnings: [], index: null };
}

/**
 * Reads a model and writes its answers (`<IfcClass>.json`, each a complete JSON object) and, last, `index.json`. With status `failed` and
 * an index, the folder contains what could be read despite the damage.
 */
export async function ingestFile(input: IngestInput): Promise<IngestResult> {
  const unpackedPath = join(input.outputDir, UNPACKED);
  try {
    mkdirSync(input.outputDir, { recursive: true });
    clearAnswers(input.outputDir);
    return await ingest(input, unpackedPath);
  } catch (error) {
    return fail(describeFault(error, input.signal));
  } finally {
    rmSync(unpackedPath, { force: true });
  }
}

async function ingest(input: IngestInput, unpackedPath: string): Promise<IngestResult> {
  const limits = { ...DEFAULT_LIMITS, ...input.limits };
  const kind = withFile(input.inputPath, (fd) => findFileKind(fd, assertSize(fd, limits)));
  if (kind.kind === "refused") return fail(kind.reason);
  let path = input.inputPath;
  if (kind.kind === "zip") {
    path = unpackedPath;
    await unpackIfcZip({
      archivePath: input.inputPath,
      targetPath: path,
      limits: input.limits,
      signal: input.signal,
      onProgress: (done, total) => input.onProgress?.({ phase: "unpacking", done, total }),
    });
    const content = withFile(path, (fd) => findFileKind(fd, assertSize(fd, limits)));
    if (content.kind === "refused") return fail(`In the archive: ${content.reason}`);
    if (content.kind === "zip")
      return fail("The .ifc in the archive is itself an archive, which is not opened.");
  }
  return readFile(input, path, limits);
}

async function readFile(input: IngestInput, path: string, limits: IngestLimits): Promise<IngestResult> {
  const problems = new Problems();
  const fd = openSync(path, "r");
  try {
    const index = await readModel({
      fd,
      outputDir: input.outputDir,
      limits,
      problems,
      signal: input.signal,
      onSchema: input.onSchema,
      onProgress: (phase, done, total) => input.onProgress?.({ phase, done, total }),
    });
    const { errors, warnings } = index ?? problems.write(fd);
    return { status: errors.length === 0 ? "ok" : "failed", errors, warnings, index };
  } finally {
    closeSync(fd);
  }
}

function withFile<T>(path: string, use: (fd: number) => T): T {
  const fd = openSync(path, "r");
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}

class InputLimitError extends Error {}

function assertSize(fd: number, limits: IngestLimits): number {
  const { size } = fstatSync(fd);
  if (size > limits.inputBytesMax) {
    throw new InputLimitError(`The file has ${size} bytes; ${limits.inputBytesMax} are allowed.`);
  }
  return size;
}

/** A sentence about what ended the reading early. */
function describeFault(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return "The reading was cancelled.";
  if (
    error instanceof ArchiveError ||
    error instanceof OutputLimitError ||
    error instanceof InputLimitError
  ) {
    return error.message;
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC") return "The disk is full. Free some space and process the model again.";
  if (code === "ENOENT") return "The stored file is missing. Upload the model again.";
  const cause = error instanceof Error ? error.message : String(error);
  return `The reading stopped because of a fault of this server (“${shorten(code === "" ? cause : code, CAUSE_LENGTH_MAX)}”). Process the model again.`;
}
