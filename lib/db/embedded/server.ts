/**
 * Brings up the embedded PostgreSQL of a data folder and hands out its address. A data folder has at most one server: a running server is
 * reused, whichever process started it. The server outlives the process that started it, so killing that process corrupts nothing. It must
 * listen only on the loopback interface.
 */
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseTrouble } from "../trouble.ts";
import { SERVER_ENVIRONMENT, chooseServerAccount, commandFor } from "./account.ts";
import { getPostgresBinaries } from "./binaries.ts";
import {
  APPLICATION,
  ensureCluster,
  getClusterAccess,
  saveClusterAccess,
  type ClusterAccess,
} from "./cluster.ts";
import { findFreePort, isPortFree, ensureApplicationDatabase, probeServer } from "./prepare.ts";
import { disarmStalePidFile, findPostmaster, stopPostmaster } from "./postmaster.ts";
import { openStartLog, readLastWords } from "./server-log.ts";

/** A running embedded database. */
export type EmbeddedPostgres = ReturnType<typeof describe>;

/** Recovery after a crash replays the log since the last checkpoint; that takes seconds, never this long. */
const START_LIMIT_MS = 120_000;

/** After passing faults the server is started again up to this many times, RETRY_PAUSE_MS apart. */
const START_ATTEMPTS_MAX = 40;
const RETRY_PAUSE_MS = 250;

/**
 * Starts the PostgreSQL of `dataDir` (stored in `dataDir/postgres`, created at the first call), or uses the running one. `settings` are
 * passed to the server unchanged; only throw-away databases need them (fsync=off makes them faster).
 * @throws {DatabaseTrouble} with a sentence for the terminal
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
}: {
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const binaries = getPostgresBinaries();
  const wanted = join(resolve(dataDir), "postgres");
  await ensureCluster(wanted, binaries);
  const cluster = await realpath(wanted);
  const deadline = Date.now() + START_LIMIT_MS;
  let started: StartedServer | null = null;
  let choosePort = false;
  let attempts = 0;
  while (Date.now() < deadline) {
    const running = await findPostmaster(cluster);
    if (running !== null) {
      const access = await getClusterAccess(cluster);
      if (running.port > 0 && (await probeServer({ ...access, port: running.port }, cluster))) {
        await ensureApplicationDatabase({ ...access, port: running.port });
        return describe(cluster, { ...access, port: running.port }, started?.pid !== running.pid);
      }
    } else if (started === null || started.exited()) {
      if (started !== null) {
        const words = await readLastWords(cluster);
        if (!isPassing(words) || attempts >= START_ATTEMPTS_MAX) throw notStarted(cluster, words);
        choosePort ||= PORT_TAKEN.test(words);
        await sleep(RETRY_PAUSE_MS);
      }
      attempts += 1;
      started = await spawnServer(cluster, binaries.postgres, choosePort, settings);
    }
    await sleep(25);
  }
  throw notStarted(cluster, await readLastWords(cluster));
}

type StartedServer = { readonly pid: number | undefined; exited(): boolean };

async function spawnServer(
  cluster: string,
  binary: string,
  choosePort: boolean,
  settings: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  await disarmStalePidFile(cluster);
  const known = await getClusterAccess(cluster);
  const port =
    choosePort || known.port === 0 || !(await isPortFree(known.port)) ? await findFreePort() : known.port;
  if (port !== known.port) await saveClusterAccess(cluster, { ...known, port });
  const account = await chooseServerAccount(cluster, binary);
  const [file, args] = commandFor(account, binary, [
    "-D",
    cluster,
    ...settingArguments({ ...serverSettings(port), ...settings }),
  ]);
  const output = await openStartLog(cluster);
  const child = spawn(file, args, {
    ...account.spawnAs,
    cwd: cluster,
    // A separate session: Ctrl-C in the terminal must reach only the starting process, which then stops everything in order.
    detached: true,
    stdio: ["ignore", output, output],
    env: SERVER_ENVIRONMENT,
  });
  let exited = false;
  child.once("error", () => (exited = true));
  child.once("exit", () => (exited = true));
  child.unref();
  closeSync(output);
  return { pid: child.pid, exited: () => exited };
}

function serverSettings(port: number): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: "127.0.0.1",
    // A socket path has at most 107 bytes, and a data folder's path may be longer.
    unix_socket_directories: "",
    // A count over very many rows uses one core, and leaves the others to people waiting for a page.
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    log_timezone: "UTC",
    // One file per weekday, so that a long uptime does not fill the disk. Values of rows stay out of the log.
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: "0",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
  };
}

const settingArguments = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

function describe(cluster: string, access: ClusterAccess, reused: boolean) {
  const url = `postgresql://${APPLICATION}:${access.applicationPassword}@127.0.0.1:${access.port}/${APPLICATION}`;
  return {
    /** Address of the application's database, with the application's account (not a superuser; may create databases). */
    url,
    /** True when a server of this data folder was already running. */
    reused,
    /** True while the server of the data folder is running. */
    isAlive: async () => (await findPostmaster(cluster)) !== null,
    /** Stops the server (fast shutdown, ≤ 17 s), even a reused one. Safe to call twice. */
    stop: () => stopPostmaster(cluster),
  };
}

const PORT_TAKEN = /could not (bind|create any TCP)/;

/** Passing faults: another process was faster, backends of a killed server are still ending, the port was lost. */
const isPassing = (words: string) =>
  PORT_TAKEN.test(words) ||
  /lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(words);

function notStarted(cluster: string, words: string): DatabaseTrouble {
  const full = /No space left on device/.test(words) ? "The disk is full. " : "";
  return new DatabaseTrouble(
    `${full}The database server of ${cluster} did not start. Its last words:\n${words || "(nothing)"}`,
  );
}
