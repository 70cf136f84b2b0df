// One thread for reading models, from its owner's side: start it, give it one model at a time, end it. in-worker.ts decides when a thread
// may be used again.
import { Worker } from "node:worker_threads";
import type { IngestProgress, IngestResult } from "./ingest.ts";
import { CAUSE_LENGTH_MAX, shorten } from "./step/problems.ts";
import type { WorkerReply, WorkerRequest } from "./worker.ts";

/** How a reading ended: with a result, or with the thread's death and a sentence about it. */
export type ThreadOutcome = { result: IngestResult; heldBytes: number } | { death: string };

/** Callbacks during the reading of a model. */
export interface Listeners {
  onProgress?: ((progress: IngestProgress) => void) | undefined;
  onSchema?: ((stated: string) => void) | undefined;
}

interface Reading extends Listeners {
  resolve: (outcome: ThreadOutcome) => void;
}

/** The reader makes few objects: a larger young generation takes more memory and saves no time. */
const YOUNG_MB_MAX = 4;

export class ReaderThread {
  readonly heapMbMax: number;
  /** False once the thread has died or was ended. */
  isAlive = true;
  private readonly worker: Worker;
  private reading: Reading | null = null;

  /** @param heapMbMax JavaScript heap of the thread, in MiB */
  constructor(heapMbMax: number) {
    this.heapMbMax = heapMbMax;
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
    });
    this.worker.on("message", (reply: WorkerReply) => {
      if ("result" in reply) this.settle(reply);
      else if ("schema" in reply) this.reading?.onSchema?.(reply.schema);
      else this.reading?.onProgress?.(reply.progress);
    });
    this.worker.on("error", (error) => this.die(describeCrash(error)));
    this.worker.on("exit", (code) => this.die(`The reading stopped unexpectedly (exit code ${code}).`));
  }

  /** Reads one model. The thread must be alive and not reading. */
  read(request: WorkerRequest, listeners: Listeners = {}): Promise<ThreadOutcome> {
    const { promise, resolve } = Promise.withResolvers<ThreadOutcome>();
    this.reading = { resolve, ...listeners };
    this.worker.ref();
    this.worker.postMessage(request);
    return promise;
  }

  /** Lets the process exit although the thread waits for a model. */
  rest(): void {
    this.worker.unref();
  }

  /** Ends the thread, whatever it is doing; resolves when it is gone. A running reading reports nothing more. */
  async end(): Promise<void> {
    this.isAlive = false;
    this.reading = null;
    await this.worker.terminate();
  }

  private die(reason: string): void {
    this.isAlive = false;
    this.settle({ death: reason });
  }

  private settle(outcome: ThreadOutcome): void {
    const { reading } = this;
    this.reading = null;
    reading?.resolve(outcome);
  }
}

function describeCrash(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") {
    return "The model needs more memory than one reading may use. Split it and upload its parts.";
  }
  const cause = error instanceof Error ? error.message : String(error);
  return `The reading stopped because of a fault of this server (“${shorten(cause, CAUSE_LENGTH_MAX)}”).`;
}
