/**
 * Finds the database and the secret of an installation for a command, whether Portico is running or not. Starts a stopped embedded database
 * for the duration of the command, under the data folder's lock, so that Portico cannot start in between. Creates no installation and runs
 * no migrations.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, type Env } from "#lib/core/env.ts";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { listApplied, listNewer } from "#lib/db/migrate.ts";
import { withClient } from "#lib/db/with-client.ts";
import { releaseLock, takeLock } from "#lib/boot/lock.mjs";
import { findPreviousSecret, findSecret } from "./secret.ts";
import { findOpenTransports } from "./transports.ts";
import { StartTrouble, codeOf } from "#lib/boot/trouble.mjs";

export type Installation = AsyncDisposable & {
  env: Env;
  databaseUrl: string;
  /** null when neither PORTICO_SECRET nor the data folder has one: nothing can be sealed then. */
  secret: string | null;
  /** The previous secret while it is being replaced; else null. */
  previousSecret: string | null;
  /** False while Portico itself runs with this data folder; unknown (true) for a database outside the data folder. */
  isStopped: boolean;
};

/**
 * The installation that is there. Disposing of it stops what was started for the command.
 * @param say tells the person about each step
 * @throws {StartTrouble | DatabaseTrouble} there is no installation, it belongs to another account, or its database does not start
 */
export async function openInstallation(say: (line: string) => void): Promise<Installation> {
  const env = readConfiguration();
  const secrets = await findSecrets(env);
  if (env.DATABASE_URL !== undefined) {
    const databaseUrl = env.DATABASE_URL;
    return { env, databaseUrl, ...secrets, isStopped: true, [Symbol.asyncDispose]: () => Promise.resolve() };
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
    return { env, databaseUrl: database.url, ...secrets, isStopped, [Symbol.asyncDispose]: close };
  } catch (error) {
    if (isStopped) releaseLock(lock);
    throw error;
  }
}

/** The current secret and the one being replaced: both from the environment, or both from the data folder. */
export async function findSecrets(env: Env): Promise<Pick<Installation, "secret" | "previousSecret">> {
  if (env.PORTICO_SECRET !== undefined) {
    return { secret: env.PORTICO_SECRET, previousSecret: env.PORTICO_SECRET_PREVIOUS ?? null };
  }
  return {
    secret: await findSecret(env.dataDir),
    previousSecret: env.PORTICO_SECRET_PREVIOUS ?? (await findPreviousSecret(env.dataDir)),
  };
}

/** Makes the database and secrets available to code of this process that reads the configuration later (getEnv). */
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
 * For commands that need this version's schema.
 * @throws {StartTrouble} while migrations are missing
 */
export async function assertNewestSchema(databaseUrl: string): Promise<void> {
  const applied = await withClient({ connectionString: databaseUrl }, listApplied);
  if ((await listNewer(applied)).length === 0) return;
  throw new StartTrouble(
    "The database does not match this version of Portico. Start Portico once with npm start to update the database.",
  );
}

/**
 * The configuration, for a command that uses the database and the file store.
 * @param findTroubles what else makes it unusable; by default connections that others could read
 * @throws {StartTrouble} it is invalid or not usable
 */
export function readConfiguration(findTroubles: (env: Env) => string[] = findOpenTransports): Env {
  let env: Env;
  try {
    env = parseEnv(process.env);
  } catch (error) {
    throw new StartTrouble(error instanceof Error ? error.message : String(error));
  }
  const troubles = findTroubles(env);
  if (troubles.length > 0) throw new StartTrouble(`The configuration is not usable. ${troubles.join(" ")}`);
  return env;
}

/** True when nothing is running there; the folder is then locked until the command ends. */
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
