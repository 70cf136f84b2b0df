// Reads a model for details in a separate thread, with a limited heap and no environment, so that no file can take the server down or see
// its secrets. Whatever happens in the thread, the caller gets a result.
import { Worker } from "node:worker_threads";
import type { DeriveInput, DeriveResult } from "./derive.ts";
import type { DeriveRequest } from "./worker.ts";

const HEAP_MB = 1024;
const TIME_MS = 30 * 60_000;

function failed(reason: string): DeriveResult {
  return { status: "failed", reason };
}

/** Like `deriveDetails`, in a worker thread. Never rejects; an abort ends the thread and gives a failed result. */
export async function deriveInWorker(input: DeriveInput): Promise<DeriveResult> {
  if (input.signal?.aborted) return failed("cancelled");
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const outcome = Promise.withResolvers<DeriveResult>();
  const onAbort = (): void => {
    outcome.resolve(failed("cancelled"));
  };
  input.signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    outcome.resolve(failed(`not done after ${TIME_MS / 60_000} minutes`));
  }, TIME_MS);
  worker.on("message", (result: DeriveResult) => outcome.resolve(result));
  worker.on("error", (error) => outcome.resolve(failed(String(error))));
  worker.on("exit", (code) => outcome.resolve(failed(`the thread ended with exit code ${code}`)));
  const { inputPath, outputDir, limits } = input;
  worker.postMessage({ inputPath, outputDir, limits } satisfies DeriveRequest);
  const result = await outcome.promise;
  clearTimeout(timer);
  input.signal?.removeEventListener("abort", onAbort);
  await worker.terminate();
  return result;
}
