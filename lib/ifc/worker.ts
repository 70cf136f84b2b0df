// The thread in which models are read, one after the other. Gets its input by message (workerData does not arrive when bundled), answers
// with progress and one result for each model, and waits for the next; reader-thread.ts decides how long. All its imports are relative, so
// that bundlers follow them.
import { parentPort } from "node:worker_threads";
import { ingestFile, type IngestInput, type IngestProgress, type IngestResult } from "./ingest.ts";

/** The message to the thread. */
export type WorkerRequest = Pick<IngestInput, "inputPath" | "outputDir" | "fileName" | "limits">;

/** The thread's messages; `heldBytes` is the memory that it uses after a reading. */
export type WorkerReply =
  | { progress: IngestProgress }
  | { schema: string }
  | { result: IngestResult; heldBytes: number };

const PROGRESS_INTERVAL_MS = 100;

async function read(request: WorkerRequest): Promise<void> {
  let reportedAt = 0;
  const onProgress = (progress: IngestProgress): void => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    parentPort?.postMessage({ progress } satisfies WorkerReply);
  };
  const onSchema = (schema: string): void => {
    parentPort?.postMessage({ schema } satisfies WorkerReply);
  };
  const result = await ingestFile({ ...request, onProgress, onSchema });
  const { heapTotal, external } = process.memoryUsage();
  parentPort?.postMessage({ result, heldBytes: heapTotal + external } satisfies WorkerReply);
}

parentPort?.on("message", (request: WorkerRequest) => void read(request));
