/** The embedded PostgreSQL: never two on one data folder, nothing confirmed is lost, and a clear message when it cannot start. */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isProcessAlive } from "#lib/core/process/alive.ts";
import { getPostgresBinaries } from "#lib/db/embedded/binaries.ts";
import { ensureCluster } from "#lib/db/embedded/cluster.ts";
import { findPostmaster } from "#lib/db/embedded/postmaster.ts";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import type { EmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { query } from "#tests/support/database.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { until } from "#tests/support/until.ts";

let dataDir: string;
let cluster: string;
const children: ChildProcess[] = [];
const servers: Server[] = [];

const start = (settings: Record<string, string> = {}): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, settings });

async function requirePid(): Promise<number> {
  return until("a server", async () => (await findPostmaster(cluster))?.pid);
}

/** Puts a cluster into the data folder that was made once, and never started: for tests that are about what comes after. */
async function takeCluster(): Promise<void> {
  // Node copies no owner, and the server has an account of its own where the tests run as root.
  await promisify(execFile)("cp", ["-a", join(prepared, "postgres"), cluster]);
}

const prepared = await useScratchFolder("embedded-prepared");
await ensureCluster(join(prepared, "postgres"), getPostgresBinaries());
beforeEach(async () => {
  dataDir = await makeScratchFolder("embedded");
  cluster = join(dataDir, "postgres");
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const server of servers.splice(0)) server.close();
  await removeScratchFolder(dataDir);
});

describe("an embedded PostgreSQL", () => {
  it("is joined by a second start, not started a second time", async () => {
    await takeCluster();
    const first = await start();
    const pid = await requirePid();
    const second = await start();
    expect([first.reused, second.reused]).toEqual([false, true]);
    expect(second.url).toBe(first.url);
    expect(await requirePid()).toBe(pid);
  });

  it("is one server when two starters meet an empty folder", async () => {
    const both = await Promise.all([start(), start()]);
    expect(both[0].url).toBe(both[1].url);
    const [row] = await query<{ started: Date }>(both[0].url, "select pg_postmaster_start_time() as started");
    expect(await query(both[1].url, "select pg_postmaster_start_time() as started")).toEqual([row]);
    expect((await readdir(dataDir)).toSorted()).toEqual(["postgres"]);
  });

  it("keeps what was confirmed when it is killed, and starts again on the same address", async () => {
    await takeCluster();
    const first = await start();
    await query(first.url, "create table kept (id int); insert into kept values (1)");
    process.kill(await requirePid(), "SIGKILL");
    await until("its end", async () => !(await first.isAlive()));
    const second = await start();
    expect(second.reused).toBe(false);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select id from kept")).toEqual([{ id: 1 }]);
    // From 32768 on, Linux hands ports out by itself, also while the server is stopped.
    expect(Number(new URL(first.url).port)).toBeLessThan(32_768);
  });

  it("outlives a starter that is killed, and is found by the next one", async () => {
    await takeCluster();
    const module = join(import.meta.dirname, "..", "..", "..", "lib", "db", "embedded", "server.ts");
    const script = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
      await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      process.stdout.write("up"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const pid = await requirePid();
    child.kill("SIGKILL");
    await until("the starter's end", () => child.signalCode);
    const next = await start();
    expect(next.reused).toBe(true);
    expect(await requirePid()).toBe(pid);
  });

  it("starts over a stale pid file whose number belongs to another process, and leaves that one alone", async () => {
    await takeCluster();
    const first = await start();
    const pid = await requirePid();
    const pidFile = await readFile(join(cluster, "postmaster.pid"), "utf8");
    process.kill(pid, "SIGKILL");
    await until("its end", async () => !(await first.isAlive()));
    const stranger = spawn("sleep", ["600"], { stdio: "ignore" });
    children.push(stranger);
    await writeFile(join(cluster, "postmaster.pid"), pidFile.replace(String(pid), String(stranger.pid)));
    const second = await start();
    expect(second.reused).toBe(false);
    await second.stop();
    expect(isProcessAlive(stranger.pid ?? 0)).toBe(true);
  });

  it("takes another port when a stranger has taken the remembered one", async () => {
    await takeCluster();
    const first = await start();
    const port = Number(new URL(first.url).port);
    await first.stop();
    const stranger = createServer();
    servers.push(stranger);
    await new Promise<void>((resolve) => stranger.listen(port, "127.0.0.1", resolve));
    const second = await start();
    expect(Number(new URL(second.url).port)).not.toBe(port);
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("clears away the cluster that a killed starter was making", async () => {
    const ended = spawn("true");
    await new Promise((resolve) => ended.once("exit", resolve));
    const draft = `${cluster}.new-${String(ended.pid)}`;
    await mkdir(draft, { recursive: true });
    await writeFile(`${draft}.pw`, "half");
    await start();
    expect((await readdir(dataDir)).toSorted()).toEqual(["postgres"]);
  });

  it("is closed to other accounts, and the application is not its superuser", async () => {
    const { url } = await start();
    expect((await stat(cluster)).mode & 0o077).toBe(0);
    expect((await stat(join(cluster, "portico.json"))).mode & 0o177).toBe(0);
    expect(
      await query(url, "select rolsuper, rolcreaterole from pg_roles where rolname = current_user"),
    ).toEqual([{ rolsuper: false, rolcreaterole: false }]);
    const wrong = new URL(url);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  it("stops in order, and stopping twice is harmless", async () => {
    await takeCluster();
    const server = await start();
    await server.stop();
    expect(await server.isAlive()).toBe(false);
    await server.stop();
  });

  it("repeats the server's own words when it does not start", async () => {
    await takeCluster();
    await expect(start({ shared_buffers: "nonsense" })).rejects.toThrow(
      /did not start\. Its last words:[^]*shared_buffers/,
    );
  });

  it("refuses the folder of another major version, and touches nothing in it", async () => {
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, "PG_VERSION"), "15\n");
    await expect(start()).rejects.toThrow(/was written by PostgreSQL 15/);
    expect(await readdir(cluster)).toEqual(["PG_VERSION"]);
  });

  it("refuses a damaged folder instead of beginning a new one over it", async () => {
    await takeCluster();
    await start().then((server) => server.stop());
    await rm(join(cluster, "PG_VERSION"));
    await expect(start()).rejects.toThrow(/is not a complete PostgreSQL data folder/);
  });
});
