/**
 * Restores a backup into an empty database and an empty file store. The rows are one transaction that commits after the last file is stored
 * and the backup's digest was verified, so a restore that fails or crashes leaves a database without rows.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { openLoad, type Load } from "#lib/db/backup/dump.ts";
import { applyMigrations, listNewer } from "#lib/db/migrate.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { StartTrouble } from "../trouble.mjs";
import { readArchive, readText, type ArchiveEntry } from "./archive.ts";
import { endAccess, type AccessReport } from "./end-access.ts";
import type { AskKeys } from "./encryption.ts";
import { fingerprintOf } from "./make.ts";
import { readManifest, SPOOL, type Manifest } from "./manifest.ts";
import { SETTLING } from "./settle-restored.ts";

export type RestoreReport = { manifest: Manifest; rows: number; files: number; access: AccessReport };

/** The place to fill; opened only after the manifest was read and accepted. */
export type RestoreTarget = { databaseUrl: string; dataDir: string; storage: Storage };

/**
 * @param order which backup, what opens it, and which accounts stay enabled (addresses; if none are named, all administrators)
 * @param secret of the environment; null when the data folder gets the backup's secret
 * @throws StartTrouble, DatabaseTrouble: nothing was restored, and why
 */
export async function restoreBackup(
  { file, askKeys, administrators }: { file: string; askKeys: AskKeys; administrators: readonly string[] },
  secret: string | null,
  openTarget: (manifest: Manifest) => Promise<RestoreTarget>,
): Promise<RestoreReport> {
  const entries = readArchive(file, askKeys);
  const manifest = await readManifest(file, entries);
  const newer = await listNewer(manifest.migrations);
  assertSecret(manifest, secret);
  const target = await openTarget(manifest);
  await applyMigrations(target.databaseUrl, undefined, manifest.migrations.at(-1)?.name);
  const load = await openLoad(target.databaseUrl, manifest);
  const stored: string[] = [];
  try {
    const rows = await takeEntries(entries, target, load, stored, secret === null);
    await load.complete(newer);
    for (const statement of SETTLING) await load.query(statement);
    const access = await endAccess(load, administrators);
    await load.commit();
    return { manifest, rows, files: stored.length, access };
  } catch (error) {
    for (const key of stored) await target.storage.delete(key);
    throw error;
  } finally {
    await load.close();
  }
}

async function takeEntries(
  entries: AsyncGenerator<ArchiveEntry>,
  target: RestoreTarget,
  load: Load,
  stored: string[],
  keepSecret: boolean,
): Promise<number> {
  let rows = 0;
  for await (const entry of entries) {
    const [kind, ...rest] = entry.name.split("/");
    if (kind === "database") {
      const part = JSON.parse(await readText(entry)) as string[];
      await load.insert(rest[0] ?? "", part);
      rows += part.length;
    } else if (kind === "files") {
      const key = rest.join("/");
      await target.storage.putStream(key, entry.content, { sizeMax: entry.size });
      stored.push(key);
    } else if (entry.name.startsWith(`${SPOOL}/`)) {
      const folder = path.join(target.dataDir, SPOOL);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writePrivate(path.join(folder, path.basename(entry.name)), entry);
    } else if (entry.name === "secret" && keepSecret) {
      await writePrivate(path.join(target.dataDir, "secret"), entry);
    }
  }
  return rows;
}

async function writePrivate(file: string, entry: ArchiveEntry): Promise<void> {
  await writeFile(file, await readText(entry), { mode: 0o600, flush: true });
}

function assertSecret(manifest: Manifest, secret: string | null): void {
  if (secret === null && !manifest.hasSecret) {
    throw new StartTrouble(
      "The backup was made where PORTICO_SECRET came from the environment, so it is not in it. Set the same PORTICO_SECRET: " +
        "stored credentials cannot be read without it. Nothing was changed.",
    );
  }
  if (secret !== null && fingerprintOf(secret) !== manifest.secretFingerprint) {
    throw new StartTrouble(
      "PORTICO_SECRET is not the secret that the backup was made with, and stored credentials cannot be read with another. " +
        "Set the right one (or none, when the backup holds it). Nothing was changed.",
    );
  }
}
