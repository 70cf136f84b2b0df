/** npm run backup: writes a whole installation into one file, whether Portico is running or not. Changes nothing in the installation. */
import { existsSync } from "node:fs";
import { describeSize, runCommandLine, say } from "#lib/boot/backup/command.ts";
import type { BackupLock } from "#lib/boot/backup/encryption.ts";
import { LOCK_OPTIONS, readLock } from "#lib/boot/backup/keys.ts";
import { adoptInstallation, openInstallation } from "#lib/boot/launch/installation.ts";
import { isAnySealedBefore } from "#lib/boot/rotation/reseal.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";

const USAGE = `Usage: npm run backup -- <file> [--recipient <age1…>]… [--passphrase | --passphrase-file <file>] [--plain]

Writes the database, the files that it names and the installation's secret into one file, also while
Portico works.

  --recipient <age1…>        encrypts it for a public key of age; may be repeated. Only the private key opens it.
  --passphrase               encrypts it with a passphrase that is asked for at the terminal
  --passphrase-file <file>   the same, with the first line of a file
  --plain                    does not encrypt, whatever the settings say

Without them PORTICO_BACKUP_RECIPIENTS or PORTICO_BACKUP_PASSPHRASE decides. A file that is not encrypted is as
confidential as the data folder: keep it where nobody else can read it. With PORTICO_SECRET in the environment the
secret stays out of it; keep it with the backup's key.
`;

await runCommandLine(USAGE, { words: [1, 1], options: LOCK_OPTIONS }, async (given) => {
  const file = given.fileOf(given.words[0] ?? "");
  if (existsSync(file))
    throw new StartTrouble(`${file} exists already and is not overwritten. Name another file.`);
  await using installation = await openInstallation(say);
  const { env, databaseUrl, secret } = installation;
  if (secret === null) {
    throw new StartTrouble(
      "The installation's secret is neither in PORTICO_SECRET nor in the data folder; a backup without it could not be used.",
    );
  }
  adoptInstallation(installation);
  if (installation.previousSecret !== null && (await isAnySealedBefore(databaseUrl))) {
    throw new StartTrouble(
      "The installation's secret is being replaced, and some values still need the previous one, which a backup would lack. " +
        "Finish that first: npm run rotate-secret.",
    );
  }
  const lock = await readLock(given, env);
  const { openStorage } = await import("#lib/storage/instance.ts");
  const { makeBackup } = await import("#lib/boot/backup/make.ts");
  const source = { databaseUrl, dataDir: env.dataDir, storage: openStorage(env), secret };
  const withSecret = env.PORTICO_SECRET === undefined;
  const report = await makeBackup({ ...source, withSecret }, file, lock);
  say(
    `${file} holds ${String(report.rows)} rows and ${String(report.files)} files in ${describeSize(report.bytes)}.`,
  );
  say(describeLock(lock, withSecret));
  if (report.auditHead !== null) say(`The audit's head in the backup is ${report.auditHead}`);
  if (report.missing.length > 0) {
    say(
      `The store lacks ${String(report.missing.length)} files that the database names, such as ${report.missing[0] ?? ""}; the backup lacks them too.`,
    );
  }
  return 0;
});

function describeLock(lock: BackupLock | null, withSecret: boolean): string {
  if (lock !== null) {
    return "passphrase" in lock
      ? "The backup is encrypted: only the passphrase opens it."
      : `The backup is encrypted: only a private key of its recipients (${String(lock.recipients.length)}) opens it.`;
  }
  return withSecret
    ? "The backup is NOT encrypted and contains the installation's secret: whoever has the file has everything, stored credentials too."
    : "The backup is NOT encrypted: whoever has the file has all data. Stored credentials in it need PORTICO_SECRET, which is not in it.";
}
