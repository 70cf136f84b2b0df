/**
 * The one file store of this process: the folder `files` in the data folder. Other drivers are chosen here and nowhere else.
 */
import path from "node:path";
import { getEnv } from "#lib/core/env.ts";
import { createLocalStorage } from "./local-folder.ts";
import type { Storage } from "./storage.ts";

// Next evaluates modules more than once in one process (routes, instrumentation): the store must still be one.
const shared = globalThis as typeof globalThis & { porticoStorage?: Storage };

/** The store for the configured data folder, made at first use. */
export function getStorage(): Storage {
  shared.porticoStorage ??= createLocalStorage(path.join(getEnv().dataDir, "files"));
  return shared.porticoStorage;
}
