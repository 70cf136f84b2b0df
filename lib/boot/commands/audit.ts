/**
 * npm run audit: checks the audit's integrity, optionally against heads stored elsewhere: in the lines of a log, or in the manifest of a
 * backup. Verifying changes nothing.
 */
import { type AuditHead, findHeads } from "#lib/features/audit/heads.ts";
import { runCommandLine, say, type Arguments } from "#lib/boot/backup/command.ts";
import type { AskKeys } from "#lib/boot/backup/encryption.ts";
import { KEY_OPTIONS, keysOf } from "#lib/boot/backup/keys.ts";
import { adoptInstallation, assertNewestSchema, openInstallation } from "#lib/boot/launch/installation.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { isArchive, readArchive } from "#lib/boot/backup/archive.ts";
import { readManifest } from "#lib/boot/backup/manifest.ts";

const USAGE = `Usage: npm run audit -- [--heads <file>]…
       npm run audit -- seal

Computes the audit's chain again and names the first row that is not as it was written, whether Portico runs or not.
Exit code 0: whole; 1: not whole, or not verified; 2: not understood.

  --heads <file>   compares with the heads in a log of Portico (lines "audit head") or in a backup; may be repeated.
                   Only this finds rows that were cut from the end, and a chain that somebody with the secret wrote anew.
  --identity-file <file>, --passphrase-file <file>
                   open backups that are encrypted; without them PORTICO_BACKUP_PASSPHRASE, or a question.

seal lets the audit's rows count that are not sealed with the present secret, as they are now: after the secret was
lost, or after an earlier version wrote beside this one. It verifies first, writes one row, and changes none.
`;

await runCommandLine(
  USAGE,
  { words: [0, 1], options: { heads: { type: "string", multiple: true }, ...KEY_OPTIONS } },
  async (given) => {
    const [word = "verify"] = given.words;
    if (word !== "verify" && word !== "seal") {
      say(USAGE);
      return 2;
    }
    await using installation = await openInstallation(say);
    if (installation.secret === null) {
      throw new StartTrouble(
        "The installation's secret is neither in PORTICO_SECRET nor in the data folder; without it the audit cannot be verified.",
      );
    }
    await assertNewestSchema(installation.databaseUrl);
    adoptInstallation(installation);
    const { getDb } = await import("#lib/db/client.ts");
    try {
      return word === "seal" ? await seal() : await verify(given, keysOf(given, installation.env));
    } finally {
      await getDb().$disconnect();
    }
  },
);

async function verify(given: Arguments, askKeys: AskKeys): Promise<number> {
  const { verifyAudit } = await import("#lib/features/audit/verification.ts");
  const heads: AuditHead[] = [];
  for (const file of given.texts("heads")) {
    heads.push(...(await readHeadsOfFile(given.fileOf(file), askKeys)));
  }
  const verdict = await verifyAudit(undefined, heads);
  if (!verdict.ok) {
    say(`The audit fails the check. Row ${verdict.seq}: ${verdict.reason}`);
    return 1;
  }
  say(`All ${String(verdict.rows)} rows of the audit are unchanged.`);
  if (verdict.cutTo !== "0") say(`Rows up to ${verdict.cutTo} were removed when they expired.`);
  if (verdict.sealedTo !== undefined)
    say(`Rows up to ${verdict.sealedTo} are older than the current secret; a later row seals them.`);
  if (verdict.heads === undefined) {
    say("Without a head that was kept elsewhere (--heads), rows cut from the end are not noticed.");
  } else {
    const { fitting, older } = verdict.heads;
    say(`Matching heads: ${String(fitting)}. Older than the first row, so not compared: ${String(older)}.`);
  }
  if (verdict.head !== undefined) say(`The head is ${verdict.head}`);
  return 0;
}

async function seal(): Promise<number> {
  const { verifyAudit } = await import("#lib/features/audit/verification.ts");
  const { sealAudit } = await import("#lib/features/audit/sealing.ts");
  const before = await verifyAudit();
  say(before.ok ? "The audit passed the check before." : `Before: row ${before.seq}: ${before.reason}`);
  await sealAudit("asked");
  const after = await verifyAudit();
  if (after.ok) say("The rows up to now are sealed. The audit is whole.");
  else say(`The rows up to now are sealed, but the audit fails the check. Row ${after.seq}: ${after.reason}`);
  return after.ok ? 0 : 1;
}

/** @throws StartTrouble when the file does not exist, or contains no head */
async function readHeadsOfFile(file: string, askKeys: AskKeys): Promise<AuditHead[]> {
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
