// Runs the reader in a thread of its own, with a limited heap and no environment, so that no file can take the server
// down or see its secrets. Whatever happens in there, the caller gets a result.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { IngestInput, IngestResult } from "./ingest.ts";
import type { WorkerReply, WorkerRequest } from "./worker.ts";

export interface WorkerOptions {
  /** JavaScript heap of the thread, in MiB. The reader's tables lie outside it and are bounded by its limits. */
  heapMbMax?: number | undefined;
  /** The thread is stopped after this time, in milliseconds. */
  timeMsMax?: number | undefined;
}

const HEAP_MB = 512;
const TIME_MS = 30 * 60_000;

function failed(reason: string): IngestResult {
  return { status: "failed", errors: [reason], warnings: [], index: null };
}

/**
 * Like `ingestFile`, in a worker thread. Never rejects: a crash, an exhausted heap, a passed time limit and an abort
 * are failed results, and leave no index behind.
 */
export async function ingestInWorker(input: IngestInput, options: WorkerOptions = {}): Promise<IngestResult> {
  if (input.signal?.aborted) return failed("The reading was cancelled.");
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: options.heapMbMax ?? HEAP_MB },
  });
  const outcome = Promise.withResolvers<IngestResult>();
  const onAbort = (): void => outcome.resolve(failed("The reading was cancelled."));
  input.signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    outcome.resolve(
      failed("The reading took too long and was stopped. Split the model and upload its parts."),
    );
  }, options.timeMsMax ?? TIME_MS);
  worker.on("message", (reply: WorkerReply) => {
    if ("result" in reply) outcome.resolve(reply.result);
    else input.onProgress?.(reply.progress);
  });
  worker.on("error", (error) => outcome.resolve(failed(describeCrash(error))));
  worker.on("exit", (code) =>
    outcome.resolve(failed(`The reading stopped unexpectedly (exit code ${code}).`)),
  );
  const { inputPath, outputDir, fileName, limits } = input;
  worker.postMessage({ inputPath, outputDir, fileName, limits } satisfies WorkerRequest);
  const result = await outcome.promise;
  clearTimeout(timer);
  input.signal?.removeEventListener("abort", onAbort);
  await worker.terminate();
  if (!result.index) await rm(join(outputDir, "index.json"), { force: true });
  return result;
}

function describeCrash(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") {
    return "The model needs more memory than one reading may use. Split it and upload its parts.";
  }
  return `The reading stopped because of a fault of this server (${error instanceof Error ? error.message : String(error)}).`;
}
