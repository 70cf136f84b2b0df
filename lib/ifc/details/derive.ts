// The entry point for reading details: from an uploaded .ifc or .ifczip, which was read without an error before, to a folder with spools
// and an index. Every failure is returned as a result; the folder is then unusable.
import { closeSync, fstatSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFileKind } from "../file-kind.ts";
import { unpackIfcZip } from "../ifczip.ts";
import { DEFAULT_LIMITS, type IngestLimits } from "../limits.ts";
import { Problems } from "../step/problems.ts";
import { readDetails } from "./read-details.ts";

export interface DeriveInput {
  /** The uploaded file, .ifc or .ifczip; its content decides which. */
  inputPath: string;
  /** An empty folder; created when missing. */
  outputDir: string;
  limits?: Partial<IngestLimits> | undefined;
  signal?: AbortSignal | undefined;
}

export type DeriveResult =
  | { status: "ok" }
  /** `full`: the disk is full. `failed`: anything else; the reason is meant for the log. */
  | { status: "full" | "failed"; reason: string };

const UNPACKED = "unpacked.ifc.part";

/** Reads a model for details. Never rejects. */
export async function deriveDetails(input: DeriveInput): Promise<DeriveResult> {
  const unpackedPath = join(input.outputDir, UNPACKED);
  try {
    mkdirSync(input.outputDir, { recursive: true });
    return await derive(input, unpackedPath);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = error instanceof Error ? error.message : String(error);
    return { status: code === "ENOSPC" || code === "EDQUOT" ? "full" : "failed", reason };
  } finally {
    rmSync(unpackedPath, { force: true });
  }
}

async function derive(input: DeriveInput, unpackedPath: string): Promise<DeriveResult> {
  if (kindOf(input.inputPath) === "step") return readFile(input, input.inputPath);
  await unpackIfcZip({
    archivePath: input.inputPath,
    targetPath: unpackedPath,
    limits: undefined,
    signal: input.signal,
  });
  return readFile(input, unpackedPath);
}

async function readFile(input: DeriveInput, path: string): Promise<DeriveResult> {
  const problems = new Problems();
  const fd = openSync(path, "r");
  try {
    const index = await readDetails({
      fd,
      outputDir: input.outputDir,
      limits: { ...DEFAULT_LIMITS, ...input.limits },
      problems,
      signal: input.signal,
      onProgress: () => undefined,
    });
    if (index) return { status: "ok" };
    return { status: "failed", reason: problems.write(fd).errors[0] ?? "The file could not be read." };
  } finally {
    closeSync(fd);
  }
}

function kindOf(path: string): string {
  const fd = openSync(path, "r");
  try {
    return findFileKind(fd, fstatSync(fd).size).kind;
  } finally {
    closeSync(fd);
  }
}
