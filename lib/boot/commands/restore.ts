/** npm run restore: restores a backup, only ever into an empty place. Starts nothing and sends nothing; npm start does the rest. */
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
import { runCommandLine, say } from "#lib/boot/backup/command.ts";
import type { AccessReport } from "#lib/boot/backup/end-access.ts";
import { KEY_OPTIONS, keysOf } from "#lib/boot/backup/keys.ts";
import { restoreBackup, type RestoreReport } from "#lib/boot/backup/restore.ts";
import { adoptInstallation, findSecrets, readConfiguration } from "#lib/boot/launch/installation.ts";
import { releaseLock, takeLock } from "#lib/boot/lock.mjs";
import { PREVIOUS_FILE } from "#lib/boot/launch/secret.ts";
import { StartTrouble, describeTrouble } from "#lib/boot/trouble.mjs";

/** What a restore creates in a data folder. */
const PARTS = ["postgres", "secret", PREVIOUS_FILE, "files", "spool"];

const USAGE = `Usage: npm run restore -- <file> [--administrator <address>]… [--identity-file <file>]… [--passphrase-file <file>]

Restores a backup into the data folder PORTICO_DATA_DIR (.data), which must hold no installation yet, or into
the empty database DATABASE_URL and the data folder or bucket. Then start Portico: what was under way when the
backup was made is shown as uncertain, paused or failed, and nothing is sent by itself.

What was revoked after the backup is not known to it. So sessions, access tokens, links in mails, recovery codes and
signing keys end; all accounts but administrators', and all applications but the portal's own, are disabled until an
administrator enables them. --administrator <address> leaves only the named administrators enabled.

An encrypted backup opens with the private key in --identity-file (as age-keygen writes it), or with the passphrase in
the first line of --passphrase-file, in PORTICO_BACKUP_PASSPHRASE, or asked for at the terminal.
`;

await runCommandLine(
  USAGE,
  { words: [1, 1], options: { ...KEY_OPTIONS, administrator: { type: "string", multiple: true } } },
  async (given) => {
    const file = given.fileOf(given.words[0] ?? "");
    if (!existsSync(file)) throw new StartTrouble(`There is no file ${file}.`);
    const env = readConfiguration();
    await assertEmptyPlace(env);
    await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
    const lock = join(env.dataDir, "portico.lock");
    if (!takeLock(lock).taken) {
      throw new StartTrouble(
        `Portico is running with the data folder ${env.dataDir}. Stop Portico, or restore into another folder.`,
      );
    }
    const begun: { stop: () => Promise<void> }[] = [];
    try {
      const order = {
        file,
        askKeys: keysOf(given, env),
        administrators: given.texts("administrator"),
      };
      let databaseUrl = env.DATABASE_URL ?? "";
      const report = await restoreBackup(order, env.PORTICO_SECRET ?? null, async () => {
        const storage = openStorage(env);
        await assertEmptyStore(storage);
        if (env.DATABASE_URL === undefined) {
          const database = await startEmbeddedPostgres({ dataDir: env.dataDir });
          begun.push(database);
          databaseUrl = database.url;
        }
        return { dataDir: env.dataDir, storage, databaseUrl };
      });
      adoptInstallation({ databaseUrl, ...(await findSecrets(env)) });
      // The restore itself is complete and stays, even if recording it fails.
      await recordRestore(report).catch((error: unknown) => {
        say(`The restore could not be written into the audit. ${describeTrouble(error)}`);
      });
      tell(report);
      return 0;
    } catch (error) {
      for (const database of begun) await database.stop();
      // The place was empty before, and must be empty for the next try.
      for (const name of PARTS) await rm(join(env.dataDir, name), { recursive: true, force: true });
      throw error;
    } finally {
      for (const database of begun) await database.stop();
      releaseLock(lock);
    }
  },
);

/** Recorded in the restored audit: heads newer than the backup no longer match from here on. */
async function recordRestore({ manifest, access }: RestoreReport): Promise<void> {
  const { getDb, inTransaction } = await import("#lib/db/client.ts");
  const { recordAudit, systemActor } = await import("#lib/audit/record.ts");
  const { sealEarlierRows } = await import("#lib/features/audit/sealing.ts");
  const { madeAt, version, auditHead } = manifest;
  const counts = [...access.ended, ...access.disabled].map(({ name, count }) => [name, count] as const);
  try {
    await sealEarlierRows();
    await inTransaction((tx) =>
      recordAudit(tx, {
        actor: systemActor(),
        action: "audit.restore",
        objectType: "audit",
        objectId: "backup",
        after: { madeAt, version, head: auditHead, ...Object.fromEntries(counts) },
      }),
    );
  } finally {
    await getDb().$disconnect();
  }
}

function tell({ manifest, rows, files, access }: RestoreReport): void {
  say(
    `Restored ${String(rows)} rows and ${String(files)} files, as they were on ${manifest.madeAt} in version ${manifest.version}. ` +
      "Start Portico now. Work that was running then is paused until a person resumes it.",
  );
  const count = ({ name, count: number }: AccessReport["ended"][number]): string =>
    `${name} (${String(number)})`;
  say(`Ended, because they may have been revoked since: ${access.ended.map(count).join(", ")}.`);
  say(`Disabled until an administrator enables them: ${access.disabled.map(count).join(", ")}.`);
  const people = access.administrators.map(({ name, email }) => `${name} <${email}>`).join(", ");
  say(
    people === ""
      ? "Nobody can sign in."
      : `Who can sign in: ${people}. Passwords, second factors and roles are those of the backup.`,
  );
}

/** A database outside the data folder is checked once it is open (lib/db/backup/dump.ts). */
async function assertEmptyPlace(env: Env): Promise<void> {
  const names = await readdir(env.dataDir).catch(() => []);
  const taken = names.filter((name) => PARTS.includes(name));
  if (taken.length === 0) return;
  throw new StartTrouble(
    `The data folder ${env.dataDir} is not empty (${taken.join(", ")}). Restore into a new one: PORTICO_DATA_DIR=<folder>. ` +
      "Nothing was changed.",
  );
}

/** A bucket may hold the files of another installation, which uses the same names. */
async function assertEmptyStore(storage: Storage): Promise<void> {
  for (const prefix of [CLOUDS_PREFIX, SNAPSHOTS_PREFIX, EXPORTS_PREFIX]) {
    if ((await storage.listChildren(prefix)).length === 0) continue;
    throw new StartTrouble(
      `The file store is not empty: it has files under ${prefix}. Restore into an empty bucket, or under another S3_PREFIX. ` +
        "Nothing was changed.",
    );
  }
}
