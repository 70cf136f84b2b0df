/**
 * Calls to one bucket: each with a time limit, repeated while the store is away for a moment, and failing with a StorageError.
 * The library is loaded at the first call, so that installations with local files never pay for it.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { S3 } from "@aws-sdk/client-s3";
import { isPassing, translateFailure } from "./failure.ts";
import type { S3Settings } from "./settings.ts";

const CONNECT_MS = 5_000;
/** From the call to the first bytes of its answer; a part of a file goes out within it. */
const ANSWER_MS = 60_000;
/** Downloads hold a connection as long as their receiver takes. */
const CONNECTIONS_MAX = 500;
const DELAY_MS = 200;
const DELAY_MS_MAX = 5_000;

export type CallOptions = {
  /** How long a store that is away is waited for; the first failure after it counts. */
  patienceMs: number;
  signal?: AbortSignal | undefined;
};

/** One call of the library; the options carry the signal. */
export type Ask<T> = (store: S3, options: { abortSignal?: AbortSignal }) => Promise<T>;

export type Connection = {
  bucket: string;
  /** The store's own key of a key of ours. */
  nameOf: (key: string) => string;
  /** The other way round. */
  keyOf: (name: string) => string;
  /**
   * Makes one call, again and again while the store is away. The call may therefore have been carried out more than once.
   * @throws what `keep` says to keep; StorageError STORAGE_FULL, STORE_UNAVAILABLE; the signal's reason.
   */
  call: <T>(ask: Ask<T>, options: CallOptions & { keep?: (thrown: unknown) => boolean }) => Promise<T>;
};

/** Connects to nothing yet. */
export function openConnection(settings: S3Settings): Connection {
  const { bucket, prefix } = settings;
  let opening: Promise<S3> | null = null;

  async function open(): Promise<S3> {
    const { S3: Store } = await import("@aws-sdk/client-s3");
    return new Store({
      region: settings.region,
      forcePathStyle: settings.isPathStyle,
      ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
      ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
      // Trailing checksums are a newer form that many stores do not take; parts carry a Content-MD5 instead.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: ANSWER_MS,
        throwOnRequestTimeout: true,
        httpAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
        httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
      },
    });
  }

  return {
    bucket,
    nameOf: (key) => `${prefix}${key}`,
    keyOf: (name) => name.slice(prefix.length),
    call: async (ask, { patienceMs, signal, keep }) => {
      const store = await (opening ??= open());
      const until = performance.now() + patienceMs;
      for (let delayMs = DELAY_MS; ; delayMs = Math.min(delayMs * 2, DELAY_MS_MAX)) {
        signal?.throwIfAborted();
        try {
          return await ask(store, signal === undefined ? {} : { abortSignal: signal });
        } catch (thrown) {
          signal?.throwIfAborted();
          if (keep?.(thrown) === true) throw thrown;
          if (!isPassing(thrown) || performance.now() >= until) throw translateFailure(thrown, settings);
        }
        // Half of the pause is chance, so that many that wait do not come back at once.
        const pauseMs = delayMs * (0.5 + Math.random() / 2);
        await wait(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      }
    },
  };
}
