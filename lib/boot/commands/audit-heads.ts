/** Heads of the audit that were stored elsewhere: in the lines of a log, or in the manifest of a backup. */
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { findHeads, type AuditHead } from "#lib/features/audit/heads.ts";
import { isArchive, readArchive } from "#lib/boot/backup/archive.ts";
import type { AskKeys } from "#lib/boot/backup/encryption.ts";
import { readManifest } from "#lib/boot/backup/manifest.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";

/** @throws StartTrouble when the file does not exist, or contains no head */
export async function readHeadsOfFile(file: string, askKeys: AskKeys): Promise<AuditHead[]> {
  if (!existsSync(file)) throw new StartTrouble(`There is no file ${file}.`);
  const heads = (await isArchive(file)) ? await readHeadsOfBackup(file, askKeys) : await readHeadsOfLog(file);
  if (heads.length > 0) return heads;
  throw new StartTrouble(
    `${file} names no head of the audit. The log has them on lines "audit head" (LOG_LEVEL info or below), backups since this version.`,
  );
}

async function readHeadsOfBackup(file: string, askKeys: AskKeys): Promise<AuditHead[]> {
  const entries = readArchive(file, askKeys);
  try {
    return findHeads((await readManifest(file, entries)).auditHead ?? "");
  } finally {
    await entries.return(undefined);
  }
}

async function readHeadsOfLog(file: string): Promise<AuditHead[]> {
  const heads: AuditHead[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) heads.push(...findHeads(line));
  return heads;
}
