/**
 * npm run restore: a backup into an empty place, and nowhere else. It starts nothing and sends nothing; npm start does the rest.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "#lib/core/env.ts";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { SNAPSHOTS_PREFIX } from "#lib/features/elements/snapshot-files.ts";
import { EXPORTS_PREFIX } from "#lib/features/exports/published-files.ts";
import { CLOUDS_PREFIX } from "#lib/service/server/ingest/keys.ts";
import { openStorage } from "#lib/storage/instance.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { runCommandLine, say } from "./backup/command.ts";
import { restoreBackup } from "./backup/restore.ts";
import { readConfiguration } from "./installation.ts";
import { releaseLock, takeLock } from "./lock.mjs";
import { StartTrouble } from "./trouble.mjs";

/** What a restore makes in a data folder. */
const PARTS = ["postgres", "secret", "files", "spool"];

const USAGE = `Usage: npm run restore -- <file>

Restores a backup into the data folder PORTICO_DATA_DIR (.data), which must hold no installation yet, or into
the empty database DATABASE_URL and the data folder or bucket. Then start Portico: what was under way when the
backup was made is shown as uncertain, paused or failed, and nothing is sent by itself.
`;

await runCommandLine(USAGE, { words: [1, 1] }, async (given) => {
  const file = given.fileOf(given.words[0] ?? "");
  if (!existsSync(file)) throw new StartTrouble(`There is no file ${file}.`);
  const env = readConfiguration();
  await assertEmptyPlace(env);
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const lock = join(env.dataDir, "portico.lock");
  if (!takeLock(lock).taken) {
    throw new StartTrouble(
      `Portico runs with the data folder ${env.dataDir}. Stop it, or restore into another one.`,
    );
  }
  const begun: { stop: () => Promise<void> }[] = [];
  try {
    const { manifest, rows, files } = await restoreBackup(file, env.PORTICO_SECRET ?? null, async () => {
      const place = { dataDir: env.dataDir, storage: openStorage(env) };
      await assertEmptyStore(place.storage);
      if (env.DATABASE_URL !== undefined) return { ...place, databaseUrl: env.DATABASE_URL };
      const database = await startEmbeddedPostgres({ dataDir: env.dataDir });
      begun.push(database);
      return { ...place, databaseUrl: database.url };
    });
    say(
      `Restored ${String(rows)} rows and ${String(files)} files, as they were on ${manifest.madeAt} in version ${manifest.version}. ` +
        "Start Portico now; what was under way then waits for a person.",
    );
    return 0;
  } catch (error) {
    for (const database of begun) await database.stop();
    // The place was empty before, and has to be for the next try.
    for (const name of PARTS) await rm(join(env.dataDir, name), { recursive: true, force: true });
    throw error;
  } finally {
    for (const database of begun) await database.stop();
    releaseLock(lock);
  }
});

/** A database of one's own is looked at when it is open (lib/db/dump.ts). */
async function assertEmptyPlace(env: Env): Promise<void> {
  const names = await readdir(env.dataDir).catch(() => []);
  const taken = names.filter((name) => PARTS.includes(name));
  if (taken.length === 0) return;
  throw new StartTrouble(
    `The data folder ${env.dataDir} is not empty (${taken.join(", ")}). Restore into a new one: PORTICO_DATA_DIR=<folder>. ` +
      "Nothing was changed.",
  );
}

/** A bucket may hold the files of another installation, which knows them by the same names. */
async function assertEmptyStore(storage: Storage): Promise<void> {
  for (const prefix of [CLOUDS_PREFIX, SNAPSHOTS_PREFIX, EXPORTS_PREFIX]) {
    if ((await storage.listChildren(prefix)).length === 0) continue;
    throw new StartTrouble(
      `The file store is not empty: it has files under ${prefix}. Restore into an empty bucket, or under another S3_PREFIX. ` +
        "Nothing was changed.",
    );
  }
}
