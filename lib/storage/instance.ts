/**
 * The one file store of this process: the bucket that the configuration names, else the folder `files` in the data folder. Drivers are
 * chosen only here.
 */
import path from "node:path";
import { after } from "#lib/core/clock.ts";
import { getEnv, type Env } from "#lib/core/env.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import { isBackupRunning } from "#lib/db/backup/backup-lock.ts";
import { getDb } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { createLocalStorage } from "./local-folder.ts";
import { createS3Storage } from "./s3/bucket.ts";
import { readS3Settings } from "./s3/connection.ts";
import type { Storage } from "./storage.ts";

/** When a removal that a backup put off is tried again. */
const LATER_MS = 60_000;

const shared = oncePerProcess("storage", () => ({ store: null as Storage | null }));

/** The configured store, made at first use. Work folders are always in the data folder. */
export function getStorage(): Storage {
  shared.store ??= keepForBackups(openStorage(getEnv()));
  return shared.store;
}

/**
 * No file is removed during a backup (lib/db/backup/backup-lock.ts): a job removes it later. A backup may take longer than anybody can wait.
 * Keys are never reused, so a late removal harms nobody.
 */
function keepForBackups(storage: Storage): Storage {
  const unlessBackup =
    (remove: (key: string) => Promise<void>) =>
    async (key: string): Promise<void> => {
      const db = getDb();
      if (await isBackupRunning(db))
        await addJob(
          db,
          "service.remove-files",
          { prefix: key },
          { key: `remove-files:${key}`, runAt: after(LATER_MS) },
        );
      else await remove(key);
    };
  return {
    ...storage,
    delete: unlessBackup(storage.delete),
    deletePrefix: unlessBackup(storage.deletePrefix),
  };
}

/** A store for commands that run next to the portal, or before it. */
export function openStorage(env: Env): Storage {
  const root = path.join(env.dataDir, "files");
  const settings = readS3Settings(env);
  return settings === null ? createLocalStorage(root) : createS3Storage(settings, root);
}
