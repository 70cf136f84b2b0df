/**
 * The cluster: the folder in which the embedded PostgreSQL keeps everything, with the passwords and the port that belong to it
 * (portico.json inside it, readable by its owner only). A cluster appears complete or not at all: it is made next to its final path and
 * renamed. This code must never touch the files of a cluster it did not make.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { isProcessAlive } from "#lib/core/process/alive.ts";
import { DatabaseTrouble } from "../trouble.ts";
import { SERVER_ENVIRONMENT, chooseServerAccount, commandFor } from "./account.ts";
import { POSTGRES_MAJOR, type PostgresBinaries } from "./binaries.ts";

const run = promisify(execFile);

/** The superuser, used only for preparation, and the account and database of the application. */
export const SUPERUSER = "postgres";
export const APPLICATION = "portico";

/** What is needed to reach the server of a cluster. `port` 0 means: choose one at the next start. */
export type ClusterAccess = {
  readonly port: number;
  readonly superuserPassword: string;
  readonly applicationPassword: string;
};

/**
 * Makes sure that `cluster` is a cluster of this PostgreSQL version; creates it when the folder does not exist.
 * Safe when several processes do it at once.
 * @throws {DatabaseTrouble} of another version, damaged, or not created
 */
export async function ensureCluster(cluster: string, binaries: PostgresBinaries): Promise<void> {
  await removeAbandoned(cluster);
  if (!(await exists(cluster))) await createCluster(cluster, binaries);
  const version = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (version === "") {
    throw new DatabaseTrouble(
      `${cluster} is not a complete PostgreSQL data folder (no readable PG_VERSION). Restore it from a backup, ` +
        `or move it away and start again with an empty database.`,
    );
  }
  if (version !== POSTGRES_MAJOR) {
    throw new DatabaseTrouble(
      `${cluster} was written by PostgreSQL ${version}, but this Portico brings PostgreSQL ${POSTGRES_MAJOR}. ` +
        `Dump it with the Portico version that wrote it and restore the dump here.`,
    );
  }
}

/**
 * Port and passwords of the cluster.
 * @throws {DatabaseTrouble} when they are missing
 */
export async function getClusterAccess(cluster: string): Promise<ClusterAccess> {
  try {
    return JSON.parse(await readFile(accessFile(cluster), "utf8")) as ClusterAccess;
  } catch (cause) {
    throw new DatabaseTrouble(
      `${accessFile(cluster)} cannot be read, and without it nobody knows the database's password. ` +
        `Restore it from a backup together with the folder, or start Portico as the folder's owner.`,
      { cause },
    );
  }
}

/** Stores port and passwords, replacing the file in one step. */
export async function saveClusterAccess(cluster: string, access: ClusterAccess): Promise<void> {
  const owner = await stat(cluster);
  const file = `${accessFile(cluster)}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(file, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600, flush: true });
  if (process.getuid?.() === 0) await chown(file, owner.uid, owner.gid);
  await rename(file, accessFile(cluster));
}

async function createCluster(cluster: string, binaries: PostgresBinaries): Promise<void> {
  await mkdir(dirname(cluster), { recursive: true, mode: 0o700 });
  const draft = `${cluster}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    const access: ClusterAccess = {
      port: 0,
      superuserPassword: makePassword(),
      applicationPassword: makePassword(),
    };
    await initialise(draft, binaries, access.superuserPassword);
    await saveClusterAccess(draft, access);
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process finished the same work first; its cluster is equivalent to ours.
    if (await exists(join(cluster, "PG_VERSION"))) return;
    throw error;
  }
}

async function initialise(draft: string, binaries: PostgresBinaries, password: string): Promise<void> {
  const account = await chooseServerAccount(draft, binaries.initdb);
  const owner = await stat(draft);
  const passwordFile = `${draft}.pw`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await chmod(passwordFile, 0o600);
  if (process.getuid?.() === 0) await chown(passwordFile, owner.uid, owner.gid);
  // The builtin C.UTF-8 locale sorts the same on every machine, so that indexes survive a move of the data folder.
  const [file, args] = commandFor(account, binaries.initdb, [
    ...["-D", draft, "-U", SUPERUSER, "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8"],
    ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--data-checksums"],
  ]);
  try {
    await run(file, args, { ...account.spawnAs, env: SERVER_ENVIRONMENT });
  } catch (cause) {
    const words = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
    throw new DatabaseTrouble(
      `The database folder ${draft.replace(/\.new-[^/]*$/, "")} could not be created. PostgreSQL says: ${words}`,
      { cause },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Removes unfinished clusters of processes that were killed. */
async function removeAbandoned(cluster: string): Promise<void> {
  const folder = dirname(cluster);
  const prefix = `${basename(cluster)}.new-`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid !== process.pid && !isProcessAlive(pid))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

const accessFile = (cluster: string) => join(cluster, "portico.json");
const makePassword = () => randomBytes(24).toString("base64url");
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
