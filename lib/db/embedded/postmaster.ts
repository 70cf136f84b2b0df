/**
 * The server process of a cluster, seen from outside: whether it is alive, whether it is really this cluster's, and how to end it. It
 * trusts only the process table and must never signal a process that is not the server of the cluster.
 */
import { execFile } from "node:child_process";
import { readFile, readlink, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseTrouble } from "../trouble.ts";
import { isProcessAlive } from "#lib/core/process/alive.ts";

const run = promisify(execFile);

/**
 * The process of the running server of `cluster`, and the port on which it listens (0 while unknown); or null. Reads postmaster.pid
 * (PostgreSQL: pid, folder, start, port, …).
 */
export async function findPostmaster(cluster: string): Promise<{ pid: number; port: number } | null> {
  const [pidLine = "", , , portLine = ""] = (await readPidFile(cluster)).split("\n");
  const pid = Number.parseInt(pidLine, 10);
  if (!(pid > 1) || !isProcessAlive(pid) || !(await isServerOf(pid, cluster))) return null;
  return { pid, port: Number.parseInt(portLine, 10) || 0 };
}

/**
 * Prepares a postmaster.pid left by a killed server for the next start. PostgreSQL removes a stale file itself, unless the process number
 * in it now belongs to another process (after a reboot, in a container): then it would refuse to start forever. PostgreSQL ignores its
 * parent's number, so ours is written into the file; the rest of the file stays, because it names the shared memory by which the new server
 * recognises backends that the killed server left behind.
 */
export async function disarmStalePidFile(cluster: string): Promise<void> {
  const [pidLine, ...rest] = (await readPidFile(cluster)).split("\n");
  if (pidLine === undefined || rest.length === 0) return;
  const pid = Number.parseInt(pidLine, 10);
  if (pid > 1 && isProcessAlive(pid) && !(await isServerOf(pid, cluster))) {
    await writeFile(pidFile(cluster), [String(process.pid), ...rest].join("\n"));
  }
}

/**
 * Ends the server of `cluster`: fast shutdown (open transactions are rolled back), after `patienceMs` at once (the next start then recovers
 * from the log). Does nothing when no server runs.
 * @throws {DatabaseTrouble} when the process survives both
 */
export async function stopPostmaster(cluster: string, patienceMs = 12_000): Promise<void> {
  const server = await findPostmaster(cluster);
  if (server === null) return;
  // PostgreSQL's signals: SIGINT is "fast", SIGQUIT "immediate" shutdown.
  for (const [signal, limitMs] of [
    ["SIGINT", patienceMs],
    ["SIGQUIT", 5_000],
  ] as const) {
    // Checked again each time: the number may pass to another process, and a dead process may linger as a zombie.
    if (await isServerOf(server.pid, cluster)) process.kill(server.pid, signal);
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      if (!(await isServerOf(server.pid, cluster))) return;
      await sleep(25);
    }
  }
  throw new DatabaseTrouble(
    `The database server (process ${server.pid}) of ${cluster} did not stop. Its data is safe; end it by hand.`,
  );
}

/** True when process `pid` is the server of `cluster`: a server works inside its data folder. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster).catch(() => cluster);
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === folder;
  } catch {
    // No /proc on this system, or a process of another account: ask for the command line instead.
    const command = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    return command.stdout.includes("postgres") && command.stdout.includes(`-D ${folder}`);
  }
}

const pidFile = (cluster: string) => join(cluster, "postmaster.pid");
const readPidFile = (cluster: string) => readFile(pidFile(cluster), "utf8").catch(() => "");
