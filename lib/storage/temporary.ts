/**
 * Names of half-written files and work folders, which tell a later start whose they are: host, process, random. Only leftovers of a dead
 * process of this machine, or a day old, may be removed: another live process may share the folder.
 */
import { randomUUID } from "node:crypto";
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { now } from "#lib/core/clock.ts";
import { isOtherProcessAlive } from "#lib/core/process/alive.ts";

const AGE_MAX_MS = 24 * 60 * 60 * 1000;
const NAME = /^([0-9a-f]{12})-(\d+)-[0-9a-f-]{36}$/;
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 12);

/** Names made by this process; other names with our process number belong to an earlier process. */
const mine = new Set<string>();

export function newTemporaryName(): string {
  const name = `${HOST}-${String(process.pid)}-${randomUUID()}`;
  mine.add(name);
  return name;
}

export function forgetTemporaryName(name: string): void {
  mine.delete(name);
}

/** Removes from `folder` what nobody is still writing; returns the number of entries removed. */
export async function sweepTemporaryFolder(folder: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const entry = path.join(folder, name);
    if (!(await isAbandoned(entry, name))) continue;
    await rm(entry, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isAbandoned(entry: string, name: string): Promise<boolean> {
  if (mine.has(name)) return false;
  const [, host, pid] = NAME.exec(name) ?? [];
  if (host === HOST && !isOtherProcessAlive(Number(pid))) return true;
  const facts = await stat(entry).catch(() => null);
  return facts !== null && now().getTime() - facts.mtimeMs > AGE_MAX_MS;
}
