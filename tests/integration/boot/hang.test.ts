/**
 * A server process that hangs is replaced; one that is only busy is not. If the database moves to another port, the server process is
 * replaced too. Real processes run under the real supervisor. A small server replaces the product: it can be made to hang, and it answers
 * signs of life as the product does.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HeartbeatPace } from "#lib/boot/heartbeat.ts";
import { supervise } from "#lib/boot/launch/supervise.ts";
import { isProcessAlive } from "#lib/core/process/alive.ts";
import { getClusterAccess, saveClusterAccess } from "#lib/db/embedded/cluster.ts";
import { findPostmaster } from "#lib/db/embedded/postmaster.ts";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { query } from "#tests/support/database.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { until } from "#tests/support/until.ts";

const HEARTBEAT = join(import.meta.dirname, "..", "..", "..", "lib", "boot", "heartbeat.ts");
const SERVER = `
import { createServer } from "node:http";
import { answerHeartbeats } from ${JSON.stringify(HEARTBEAT)};
answerHeartbeats();
const work = {
  "/hang": () => { for (;;); },
  "/busy": () => { for (const end = performance.now() + 1500; performance.now() < end;); },
};
createServer((request, response) => {
  work[request.url]?.();
  response.end(request.url === "/database" ? process.env.DATABASE_URL : String(process.pid));
}).listen(Number(process.env.PORT));
process.on("SIGTERM", () => process.exit(0));
process.on("disconnect", () => process.exit(0));
`;

let root: string;
let port: number;
let stop: AbortController;
let running: Promise<void>;

/** Starts to supervise the small server and waits until it answers. */
async function start(
  heartbeat: HeartbeatPace | null,
  database: EmbeddedPostgres | null = null,
): Promise<number> {
  const environment = { PORT: String(port), DATABASE_URL: database?.url ?? "" };
  stop = new AbortController();
  const healthy = new Promise<void>((resolve) => {
    running = supervise({
      settings: { root, dev: false, environment },
      port,
      dataDir: root,
      database,
      heartbeat,
      onServer: () => undefined,
      onFirstHealthy: resolve,
      stop: stop.signal,
    });
  });
  await Promise.race([healthy, running]);
  return until("it answers", () => ask("/"));
}

/** The process that answers within this time; null if none does. */
async function ask(path: string, limitMs = 5_000): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
    signal: AbortSignal.timeout(limitMs),
  }).catch(() => null);
  return answer === null ? null : Number(await answer.text());
}

/** Waits for an answer of a process other than this one, which may be silent: nothing is gained by waiting for it. */
async function untilReplaced(pid: number): Promise<void> {
  await until("another process answers", async () => {
    const answering = await ask("/", 250);
    return answering !== null && answering !== pid;
  });
}

beforeEach(async () => {
  root = await makeScratchFolder("hang");
  port = await findFreePort();
  await mkdir(join(root, "lib", "boot", "server"), { recursive: true });
  await writeFile(join(root, "package.json"), '{"type":"module"}');
  await writeFile(join(root, "lib", "boot", "server", "serve.ts"), SERVER);
});
afterEach(async () => {
  stop.abort();
  await running;
  await removeScratchFolder(root);
});

const QUICK: HeartbeatPace = { intervalMs: 100, unansweredMax: 10 };

test("a server process whose loop never ends is replaced, and the portal answers again", async () => {
  const pid = await start(QUICK);
  const lost = await fetch(`http://127.0.0.1:${String(port)}/hang`).catch((thrown: unknown) => thrown);
  expect(lost).toBeInstanceOf(Error);
  await untilReplaced(pid);
  expect(isProcessAlive(pid)).toBe(false);
});

test("a server process that the system holds still is replaced as well", async () => {
  const pid = await start(QUICK);
  process.kill(pid, "SIGSTOP");
  await untilReplaced(pid);
  expect(isProcessAlive(pid)).toBe(false);
});

test("a server process that is busy for many questions on end is left alone", async () => {
  const pid = await start({ intervalMs: 50, unansweredMax: 200 });
  expect(await ask("/busy")).toBe(pid);
  expect(await ask("/")).toBe(pid);
});

test("a database that comes back on another port gets a server process that knows the new address", async () => {
  const database = await startEmbeddedPostgres({ dataDir: root });
  const cluster = join(root, "postgres");
  await start(null, database);
  // The next start takes this port, as it takes any free one when another program has the old one.
  await saveClusterAccess(cluster, { ...(await getClusterAccess(cluster)), port: await findFreePort() });
  const postmaster = await findPostmaster(cluster);
  if (postmaster === null) throw new Error("No database server was found.");
  process.kill(postmaster.pid, "SIGKILL");
  const url = await until(
    "a server process knows another address",
    async () => {
      const answer = await fetch(`http://127.0.0.1:${String(port)}/database`).catch(() => null);
      const told = (await answer?.text()) ?? database.url;
      return told !== database.url && told;
    },
    60_000,
  );
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
});
