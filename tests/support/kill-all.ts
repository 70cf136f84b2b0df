/** Ends a product the hardest way: every process of its starter, and its database, with SIGKILL and at once. */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isProcessAlive } from "#lib/core/process/alive.ts";
import { until } from "./until.ts";

/** Kills the process and all its descendants and the PostgreSQL of the data folder; waits until all are gone. */
export async function killEverything(pid: number, dataDir: string): Promise<void> {
  const pids = [...(await listDescendants(pid)), pid, ...(await listPostgres(dataDir))];
  for (const victim of pids) kill(victim);
  await until("all processes are gone", () => pids.every((victim) => !isProcessAlive(victim)));
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ESRCH")) throw thrown;
  }
}

/** All descendants of a process. */
export async function listDescendants(root: number): Promise<number[]> {
  const children = await readChildren();
  const found: number[] = [];
  const open = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const below = children.get(parent) ?? [];
    found.push(...below);
    open.push(...below);
  }
  return found;
}

/** The postmaster and its backends, which may have been started separately. */
async function listPostgres(dataDir: string): Promise<number[]> {
  const text = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const postmaster = Number.parseInt(text, 10);
  if (!(postmaster > 1)) return [];
  return [postmaster, ...(await listDescendants(postmaster))];
}

/** Parent → children, for all processes of this machine (Linux). */
async function readChildren(): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The second field is the name in brackets, which may contain anything.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}
