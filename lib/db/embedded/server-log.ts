/**
 * The embedded server's output: the log of its start, and its last messages when it does not come up. The log is inside the cluster, one
 * file for each weekday; it must not contain values of rows (see the settings in server.ts).
 */
import { openSync } from "node:fs";
import { chown, mkdir, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const LINES = 12;
const TAIL_BYTES = 16 * 1024;

/** The last output of the server's most recent start, before and after its log collector ran. */
export async function readLastWords(cluster: string): Promise<string> {
  const start = await readTail(startLogFile(cluster));
  const collected = start.some((line) => line.includes("FATAL")) ? [] : await readNewestLog(cluster);
  return [...collected, ...start].filter((line) => !line.includes("Future log output")).join("\n");
}

async function readNewestLog(cluster: string): Promise<string[]> {
  const folder = join(cluster, "log");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith("postgresql-"));
  const files = await Promise.all(
    names.map(async (name) => ({
      file: join(folder, name),
      changedMs: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  const newest = files.toSorted((a, b) => b.changedMs - a.changedMs)[0];
  return newest === undefined ? [] : readTail(newest.file);
}

async function readTail(file: string): Promise<string[]> {
  await using handle = await open(file).catch(() => null);
  if (handle === null) return [];
  const { size } = await handle.stat();
  const length = Math.min(size, TAIL_BYTES);
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  return buffer
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .slice(-LINES);
}

/** Opens the file for the server's output before its own log collector runs; emptied at each start. */
export async function openStartLog(cluster: string): Promise<number> {
  const owner = await stat(cluster);
  const folder = join(cluster, "log");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) await chown(folder, owner.uid, owner.gid);
  return openSync(startLogFile(cluster), "w", 0o600);
}

const startLogFile = (cluster: string) => join(cluster, "log", "start.log");
