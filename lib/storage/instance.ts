/**
 * The one file store of this process: the bucket that the configuration names, else the folder `files` in the data folder. Drivers are
 * chosen only here.
 */
import path from "node:path";
import { getEnv, type Env } from "#lib/core/env.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import { waitForBackup } from "#lib/db/backup/backup-lock.ts";
import { getDb } from "#lib/db/client.ts";
import { createLocalStorage } from "./local-folder.ts";
import { createS3Storage } from "./s3/bucket.ts";
import { readS3Settings } from "./s3/connection.ts";
import type { Storage } from "./storage.ts";

const shared = oncePerProcess("storage", () => ({ store: null as Storage | null }));

/** The configured store, made at first use. Work folders are always in the data folder. */
export function getStorage(): Storage {
  shared.store ??= keepForBackups(openStorage(getEnv()));
  return shared.store;
}

/** Wraps a store so that no file is removed during a backup (lib/db/backup/backup-lock.ts). */
function keepForBackups(storage: Storage): Storage {
  return {
    ...storage,
    delete: async (key) => {
      await waitForBackup(getDb());
      await storage.delete(key);
    },
    deletePrefix: async (key) => {
      await waitForBackup(getDb());
      await storage.deletePrefix(key);
    },
  };
}

/** A store for commands that run next to the portal, or before it. */
export function openStorage(env: Env): Storage {
  const root = path.join(env.dataDir, "files");
  const settings = readS3Settings(env);
  return settings === null ? createLocalStorage(root) : createS3Storage(settings, root);
}
