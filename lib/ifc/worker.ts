// The thread in which models are read. Gets its input by message (workerData does not arrive when bundled), answers
// with progress and one result, and ends. All its imports are relative, so that bundlers follow them.
import { parentPort } from "node:worker_threads";
import { ingestFile, type IngestInput, type IngestProgress, type IngestResult } from "./ingest.ts";

/** What the thread is told. */
export type WorkerRequest = Pick<IngestInput, "inputPath" | "outputDir" | "fileName" | "limits">;

/** What the thread says. */
export type WorkerReply = { progress: IngestProgress } | { result: IngestResult };

const PROGRESS_INTERVAL_MS = 100;

parentPort?.once("message", (request: WorkerRequest) => {
  let reportedAt = 0;
  const onProgress = (progress: IngestProgress): void => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    parentPort?.postMessage({ progress } satisfies WorkerReply);
  };
  void ingestFile({ ...request, onProgress }).then((result) => {
    parentPort?.postMessage({ result } satisfies WorkerReply);
    parentPort?.close();
  });
});
