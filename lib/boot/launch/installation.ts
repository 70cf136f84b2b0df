/**
 * Finds the database and the secret of an installation for a command that works beside it, whether Portico runs or not. A stopped
 * embedded database is started for the command and stopped after it, under the data folder's lock, so that no start comes between.
 * It creates no installation and migrates none.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { parseEnv, type Env } from "#lib/core/env.ts";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { listApplied, listNewer } from "#lib/db/migrate.ts";
import { releaseLock, takeLock } from "#lib/boot/lock.mjs";
import { findPreviousSecret, findSecret } from "./secret.ts";
import { findOpenTransports } from "./transports.ts";
import { StartTrouble, codeOf } from "#lib/boot/trouble.mjs";

export type Installation = {
  env: Env;
  databaseUrl: string;
  /** null when neither PORTICO_SECRET nor the data folder has it: nothing can be sealed then. */
  secret: string | null;
  /** What was sealed before, while the secret is being replaced; else null. */
  previousSecret: string | null;
  /** False while Portico itself runs with this data folder; not known (true) for a database of one's own. */
  isStopped: boolean;
  /** Ends what was started for the command. */
  close: () => Promise<void>;
};

/**
 * @param say tells the person what is done on the way
 * @throws {StartTrouble | DatabaseTrouble} there is no installation, it is another account's, or its database does not start
 */
export async function openInstallation(say: (line: string) => void): Promise<Installation> {
  const env = readConfiguration();
  const secrets = await findSecrets(env);
  if (env.DATABASE_URL !== undefined) {
    const databaseUrl = env.DATABASE_URL;
    return { env, databaseUrl, ...secrets, isStopped: true, close: () => Promise.resolve() };
  }
  if (!existsSync(join(env.dataDir, "postgres"))) {
    throw new StartTrouble(
      `There is no Portico in ${env.dataDir}. Start it once (npm start), or name its data folder with PORTICO_DATA_DIR, ` +
        `or its database with DATABASE_URL.`,
    );
  }
  const lock = join(env.dataDir, "portico.lock");
  const isStopped = takeFolder(lock, env.dataDir);
  try {
    const database = await startEmbeddedPostgres({ dataDir: env.dataDir });
    const isOurs = isStopped && !database.reused;
    if (isOurs) say("Portico does not run; its database was started for this command.");
    const close = async (): Promise<void> => {
      if (isOurs) await database.stop();
      if (isStopped) releaseLock(lock);
    };
    return { env, databaseUrl: database.url, ...secrets, isStopped, close };
  } catch (error) {
    if (isStopped) releaseLock(lock);
    throw error;
  }
}

/** The present secret and the one that is being replaced: both of the environment, or both of the data folder. */
export async function findSecrets(env: Env): Promise<Pick<Installation, "secret" | "previousSecret">> {
  if (env.PORTICO_SECRET !== undefined) {
    return { secret: env.PORTICO_SECRET, previousSecret: env.PORTICO_SECRET_PREVIOUS ?? null };
  }
  return {
    secret: await findSecret(env.dataDir),
    previousSecret: env.PORTICO_SECRET_PREVIOUS ?? (await findPreviousSecret(env.dataDir)),
  };
}

/** Gives what reads the configuration later in this process (getEnv) the database and the secrets that were found. */
export function adoptInstallation({
  databaseUrl,
  secret,
  previousSecret,
}: Pick<Installation, "databaseUrl" | "secret" | "previousSecret">): void {
  process.env["DATABASE_URL"] = databaseUrl;
  if (secret !== null) process.env["PORTICO_SECRET"] = secret;
  if (previousSecret !== null) process.env["PORTICO_SECRET_PREVIOUS"] = previousSecret;
}

/**
 * For commands that read the database as this version has it.
 * @throws {StartTrouble} while migrations are missing
 */
export async function assertNewestSchema(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if ((await listNewer(await listApplied(client))).length === 0) return;
  } finally {
    await client.end();
  }
  throw new StartTrouble(
    "The database does not match this version of Portico. Start Portico once with npm start to update the database.",
  );
}

/**
 * The configuration of a command that uses the database and the file store.
 * @throws {StartTrouble} it is not usable, or leads to a connection that is open to others
 */
export function readConfiguration(): Env {
  let env: Env;
  try {
    env = parseEnv(process.env);
  } catch (error) {
    throw new StartTrouble(error instanceof Error ? error.message : String(error));
  }
  const troubles = findOpenTransports(env);
  if (troubles.length > 0) throw new StartTrouble(`The configuration is not usable. ${troubles.join(" ")}`);
  return env;
}

/** True when nothing runs there and the folder is ours until the command ends. */
function takeFolder(lock: string, dataDir: string): boolean {
  try {
    return takeLock(lock).taken;
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(codeOf(error))) throw error;
    throw new StartTrouble(
      `This account may not write to the data folder ${dataDir}. Run the command as the account that runs Portico.`,
    );
  }
}
