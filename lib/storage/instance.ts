/**
 * The one file store of this process: the bucket that the configuration names, else the folder `files` in the data folder.
 * Drivers are chosen here and nowhere else.
 */
import path from "node:path";
import { getEnv } from "#lib/core/env.ts";
import { createLocalStorage } from "./local-folder.ts";
import { createS3Storage } from "./s3/bucket.ts";
import { readS3Settings } from "./s3/settings.ts";
import type { Storage } from "./storage.ts";

// Next evaluates modules more than once in one process (routes, instrumentation): the store must still be one.
const shared = globalThis as typeof globalThis & { porticoStorage?: Storage };

/** The configured store, made at first use. Work folders lie in the data folder in any case. */
export function getStorage(): Storage {
  shared.porticoStorage ??= openStorage();
  return shared.porticoStorage;
}

function openStorage(): Storage {
  const env = getEnv();
  const root = path.join(env.dataDir, "files");
  const settings = readS3Settings(env);
  return settings === null ? createLocalStorage(root) : createS3Storage(settings, root);
}
