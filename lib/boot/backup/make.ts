/**
 * Makes a backup: the database at one moment, every stored file that its rows name, answers that were stored but not recorded yet, and the
 * installation's secret if it is in the data folder. The portal may keep running.
 */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { openDump, type Dump } from "#lib/db/backup/dump.ts";
import { writeHead } from "#lib/features/audit/heads.ts";
import { StorageError } from "#lib/storage/errors.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { writeArchive, type ArchiveWriter } from "./archive.ts";
import type { BackupLock } from "./encryption.ts";
import { MANIFEST, SPOOL, type Manifest } from "./manifest.ts";
import { snapshotKey } from "#lib/features/elements/snapshot-files.ts";

/** The sources of a backup. */
export type BackupSource = {
  databaseUrl: string;
  dataDir: string;
  storage: Storage;
  secret: string;
  /** False when the secret comes from the environment, where it is looked after elsewhere. */
  withSecret: boolean;
};

/**
 * Writes the backup to `file`, which appears only when complete, encrypted for `lock`. `missing`: files that rows name but the store lacks.
 */
export async function makeBackup(source: BackupSource, file: string, lock: BackupLock | null) {
  const spooled = await readSpool(source.dataDir);
  const archive = await writeArchive(file, lock);
  const dump = await openDump(source.databaseUrl).catch(async (error: unknown) => {
    await archive.discard();
    throw error;
  });
  try {
    const manifest = await describe(source, dump);
    await archive.addText(MANIFEST, JSON.stringify(manifest, null, 2));
    if (source.withSecret) await archive.addText("secret", `${source.secret}\n`);
    const rows = await addRows(archive, dump);
    // An answer recorded meanwhile is recorded again after the restore, without further effect.
    for (const [name, text] of new Map([...spooled, ...(await readSpool(source.dataDir))])) {
      await archive.addText(`${SPOOL}/${name}`, text);
    }
    const { files, missing } = await addFiles(archive, dump, source.storage);
    // The lock must have held until the last file was read.
    await dump.query("select 1");
    const bytes = await archive.end();
    return { rows, files, bytes, missing, auditHead: manifest.auditHead };
  } finally {
    await archive.discard();
    await dump.close();
  }
}

/** Distinguishes secrets without revealing them. */
export function fingerprintOf(secret: string): string {
  return createHash("sha256").update(`portico backup ${secret}`).digest("hex").slice(0, 16);
}

async function describe({ secret, withSecret }: BackupSource, dump: Dump): Promise<Manifest> {
  return {
    format: 1,
    version: PORTICO_VERSION,
    madeAt: new Date().toISOString(),
    secretFingerprint: fingerprintOf(secret),
    hasSecret: withSecret,
    auditHead: await readAuditHead(dump),
    migrations: [...dump.migrations],
    tables: dump.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    sequences: [...dump.sequences],
  };
}

/** A database of an earlier version, backed up before its migration, has no MACs. */
async function readAuditHead(dump: Dump): Promise<string | null> {
  const isKeyed = dump.tables.some(({ name, columns }) => name === "audit" && columns.includes("mac"));
  if (!isKeyed) return null;
  const [newest] = await dump.query<{ seq: string; hash: string; mac: string | null }>(
    "select seq::text, hash, mac from audit order by audit.seq desc limit 1",
  );
  if (newest === undefined || newest.mac === null) return null;
  return writeHead({ seq: BigInt(newest.seq), hash: newest.hash, mac: newest.mac });
}

async function addRows(archive: ArchiveWriter, dump: Dump): Promise<number> {
  let count = 0;
  for (const { name } of dump.tables) {
    let part = 0;
    for await (const rows of dump.iterateRows(name)) {
      part += 1;
      count += rows.length;
      await archive.addText(`database/${name}/${String(part).padStart(6, "0")}.json`, JSON.stringify(rows));
    }
  }
  return count;
}

async function addFiles(
  archive: ArchiveWriter,
  dump: Dump,
  storage: Storage,
): Promise<{ files: number; missing: string[] }> {
  const missing: string[] = [];
  let files = 0;
  for await (const key of iterateNamedFiles(dump, storage)) {
    try {
      const { size, stream } = await storage.openRead(key);
      await archive.add(`files/${key}`, size, stream);
      files += 1;
    } catch (error) {
      if (!(error instanceof StorageError) || error.reason !== "FILE_MISSING") throw error;
      missing.push(key);
    }
  }
  return { files, missing };
}

async function readSpool(dataDir: string): Promise<Map<string, string>> {
  const folder = path.join(dataDir, SPOOL);
  const found = new Map<string, string>();
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    // A file that vanishes was recorded: its answer is in the database, or will be.
    const text = await readFile(path.join(folder, name), "utf8").catch(() => null);
    if (text !== null) found.set(name, text);
  }
  return found;
}

/** The keys of all files, each once. */
async function* iterateNamedFiles(
  dump: Pick<Dump, "query">,
  storage: Pick<Storage, "iterateFiles">,
): AsyncGenerator<string> {
  const listKeys = async (statement: string): Promise<string[]> =>
    (await dump.query<{ key: string }>(statement)).map(({ key }) => key);
  yield* await listKeys("select file_key as key from service_document order by 1");
  // Files of plans. A database of an earlier version, backed up before its migration, has none.
  if ((await dump.query("select 1 from pg_class where oid = to_regclass('plan_step')")).length > 0) {
    yield* await listKeys(
      "select fields->>'fileKey' as key from plan_step where kind = 'UPLOAD' and fields->>'fileKey' is not null order by 1",
    );
  }
  const folders = [
    ...(await listKeys(
      "select answers_key as key from service_model where answers_key is not null order by 1",
    )),
    ...(await listKeys("select id as key from snapshot where state = 'READY' order by 1")).map(snapshotKey),
    ...(await listKeys("select file_key as key from export_run where file_key is not null order by 1")),
  ];
  for (const folder of folders) {
    for await (const { key } of storage.iterateFiles(folder)) yield key;
  }
}
