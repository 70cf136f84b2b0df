// The thread in which models are read for details: one model, then it ends. Gets its input by message (workerData does not
// arrive when bundled). All its imports are relative, so that bundlers follow them.
import { parentPort } from "node:worker_threads";
import { deriveDetails, type DeriveInput, type DeriveResult } from "./derive.ts";

/** The message to the thread. */
export type DeriveRequest = Pick<DeriveInput, "inputPath" | "outputDir" | "limits">;

parentPort?.once("message", (request: DeriveRequest) => {
  void deriveDetails(request).then((result) => {
    parentPort?.postMessage(result satisfies DeriveResult);
    parentPort?.close();
  });
});
