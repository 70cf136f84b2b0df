/** Background work in separate processes, for tests that kill them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach } from "vitest";

/** Starts such a process as soon as it is called; after each test of the file, those that are left are killed. */
export function useWorkers(name: "export-worker" | "invite-worker"): () => Promise<ChildProcess> {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  return async () => {
    const node = path.resolve("node_modules/.bin/node");
    const child = spawn(node, [`tests/support/${name}.ts`], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    await once(child.stdout, "data");
    return child;
  };
}
