/**
 * Calls to one bucket: each with a time limit, repeated while the store is briefly unreachable, and failing with a StorageError. The
 * library is loaded at the first call, so that installations with local files never load it. And the settings, read from the configuration.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { S3 } from "@aws-sdk/client-s3";
import { isPassing, translateFailure } from "./failure.ts";
import type { Env } from "#lib/core/env.ts";

const CONNECT_MS = 5_000;
/** From the call to the first bytes of its answer; includes sending a part of a file. */
const ANSWER_MS = 60_000;
/** A download holds its connection as long as its receiver takes. */
const CONNECTIONS_MAX = 500;
const DELAY_MS = 200;
const DELAY_MS_MAX = 5_000;

type CallOptions = {
  /** How long to wait for an unreachable store; the first failure after this time counts. By default that of the connection. */
  patienceMs?: number;
  signal?: AbortSignal | undefined;
  keep?: (thrown: unknown) => boolean;
};

/** One call of the library; the options carry the signal. */
export type Ask<T> = (store: S3, options: { abortSignal?: AbortSignal }) => Promise<T>;

export type Connection = {
  bucket: string;
  /** From our key to the store's own key. */
  nameOf: (key: string) => string;
  /** From the store's key to ours. */
  keyOf: (name: string) => string;
  /**
   * Makes one call, and repeats it while the store is unreachable. The call may therefore be carried out more than once.
   * @throws errors for which `keep` returns true, unchanged; StorageError STORAGE_FULL, STORE_UNAVAILABLE; the signal's reason.
   */
  call: <T>(ask: Ask<T>, options?: CallOptions) => Promise<T>;
};

/** Does not connect yet. @param usualPatienceMs of calls that state no other */
export function openConnection(settings: S3Settings, usualPatienceMs: number): Connection {
  const { bucket, prefix, isPathStyle: forcePathStyle, ...access } = settings;
  let opening: Promise<S3> | null = null;

  async function open(): Promise<S3> {
    const { S3: Store } = await import("@aws-sdk/client-s3");
    return new Store({
      ...access,
      forcePathStyle,
      // Trailing checksums are a newer form that many stores do not accept; parts have a Content-MD5 instead.
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
    call: async (ask, { patienceMs = usualPatienceMs, signal, keep } = {}) => {
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
        // Half of the pause is random, so that many waiting callers do not retry at once.
        const pauseMs = delayMs * (0.5 + Math.random() / 2);
        await wait(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      }
    },
  };
}

export type S3Settings = {
  bucket: string;
  region: string;
  /** Absent: the address of AWS for the region. */
  endpoint?: string;
  /** Whether the bucket is in the path instead of the host name, as most stores other than AWS require. */
  isPathStyle: boolean;
  /** Absent: the machine's own account (a role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Prepended to every key, with a slash at its end; may be empty. */
  prefix: string;
};

/** null when files are kept in the data folder. */
export function readS3Settings(env: Env): S3Settings | null {
  if (env.S3_BUCKET === undefined) return null;
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
    isPathStyle: env.S3_PATH_STYLE === undefined ? env.S3_ENDPOINT !== undefined : env.S3_PATH_STYLE === "on",
    ...(env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined
      ? {}
      : {
          credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
        }),
    prefix: env.S3_PREFIX === undefined ? "" : `${env.S3_PREFIX}/`,
  };
}
