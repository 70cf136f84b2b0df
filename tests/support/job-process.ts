/**
 * A separate process that runs the service's jobs until it is killed: `node job-process.ts`, configured by DATABASE_URL and
 * PORTICO_DATA_DIR like the product. Prints "ready" once it works. With HOLD_AT, it holds a model in the middle and prints "held": at
 * "reading" its work folder is made and nothing is read, at "publishing" all answers lie in that folder. Shuts down in order when its input
 * ends.
 */
import { once } from "node:events";
import { requireEnv } from "#lib/core/env.ts";
import { getDb } from "#lib/db/client.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { requeueModels, sweepService } from "#lib/service/server/ingest/recover.ts";
import { getStorage } from "#lib/storage/instance.ts";
import type { LocalPath, Storage } from "#lib/storage/storage.ts";
import { sayReady } from "./short-process.ts";

const inputEnds = once(process.stdin, "end");

async function hold(): Promise<void> {
  process.stdout.write("held\n");
  await inputEnds;
}

function heldStorage(moment: string | undefined, storage: Storage): Storage {
  if (moment === "reading") {
    const makeWorkFolder = async (): Promise<LocalPath> => {
      const folder = await storage.makeWorkFolder();
      await hold();
      return folder;
    };
    return { ...storage, makeWorkFolder };
  }
  if (moment === "publishing") {
    return {
      ...storage,
      publishFolder: (folder, key) => hold().then(() => storage.publishFolder(folder, key)),
    };
  }
  return storage;
}

const storage = heldStorage(process.env["HOLD_AT"], getStorage());
const dependencies = { db: getDb(), storage };
const jobs = await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: createServiceJobs(dependencies),
});
await requeueModels(dependencies.db);
await sweepService(dependencies);
sayReady();

process.stdin.resume();
await inputEnds;
await jobs.stop();
await getDb().$disconnect();
