// Runs the reader in a separate thread, with a limited heap and no environment, so that no file can take the server down or see its
// secrets. Whatever happens in the thread, the caller gets a result. A thread that has just read a sound model of ordinary size is kept for
// the next one: a new thread takes twice as long for a small model.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { IngestInput, IngestResult } from "./ingest.ts";
import { ReaderThread, type ThreadOutcome } from "./reader-thread.ts";

export interface WorkerOptions {
  /** JavaScript heap of the thread, in MiB. The reader's tables are outside the heap and bounded by its limits. */
  heapMbMax?: number | undefined;
  /** The thread is stopped after this time, in milliseconds. */
  timeMsMax?: number | undefined;
}

const HEAP_MB = 512;
const TIME_MS = 30 * 60_000;
/** The most idle threads kept; at most two models are read at once. */
const IDLE_MAX = 2;
const IDLE_MS = 60_000;
/** A thread that holds more memory than this after a reading is ended, which frees all of it. */
const HELD_BYTES_MAX = 96 << 20;

/** Idle threads, each with the timer that ends it. */
const idle = new Map<ReaderThread, NodeJS.Timeout>();

function failed(reason: string): IngestResult {
  return { status: "failed", errors: [reason], warnings: [], index: null };
}

/**
 * Like `ingestFile`, in a worker thread. Never rejects: a crash, an exhausted heap, a passed time limit and an abort
 * are failed results, and leave no index behind.
 */
export async function ingestInWorker(input: IngestInput, options: WorkerOptions = {}): Promise<IngestResult> {
  if (input.signal?.aborted) return failed("The reading was cancelled.");
  const thread = takeThread(options.heapMbMax ?? HEAP_MB);
  const stopped = Promise.withResolvers<ThreadOutcome>();
  const onAbort = (): void => stopped.resolve({ death: "The reading was cancelled." });
  input.signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    stopped.resolve({
      death: "The reading took too long and was stopped. Split the model and upload its parts.",
    });
  }, options.timeMsMax ?? TIME_MS);
  const { inputPath, outputDir, fileName, limits, onProgress, onSchema } = input;
  const reading = thread.read({ inputPath, outputDir, fileName, limits }, { onProgress, onSchema });
  const outcome = await Promise.race([reading, stopped.promise]);
  clearTimeout(timer);
  input.signal?.removeEventListener("abort", onAbort);
  if (isReusable(outcome)) keep(thread);
  else await thread.end();
  const result = "result" in outcome ? outcome.result : failed(outcome.death);
  if (!result.index) await rm(join(outputDir, "index.json"), { force: true });
  return result;
}

/** A kept thread with this heap, or a new one. */
function takeThread(heapMbMax: number): ReaderThread {
  for (const [thread, timer] of idle) {
    if (thread.heapMbMax !== heapMbMax) continue;
    clearTimeout(timer);
    idle.delete(thread);
    if (thread.isAlive) return thread;
  }
  return new ReaderThread(heapMbMax);
}

/**
 * Only a thread whose last model was entirely sound reads another model: anything that a damaged or hostile file, a crash, a timeout or a
 * cancellation may have left in a thread is discarded with the thread.
 */
function isReusable(outcome: ThreadOutcome): boolean {
  return "result" in outcome && outcome.result.status === "ok" && outcome.heldBytes <= HELD_BYTES_MAX;
}

/** Keeps a thread for its next model; if there are enough, it replaces the one idle for longest. */
function keep(thread: ReaderThread): void {
  if (!thread.isAlive) return;
  const [oldest] = idle.keys();
  if (oldest && idle.size >= IDLE_MAX) dismiss(oldest);
  thread.rest();
  const timer = setTimeout(() => dismiss(thread), IDLE_MS);
  timer.unref();
  idle.set(thread, timer);
}

function dismiss(thread: ReaderThread): void {
  clearTimeout(idle.get(thread));
  idle.delete(thread);
  void thread.end();
}
