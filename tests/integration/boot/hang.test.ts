/**
 * A server process that hangs is replaced, one that is only busy is not. Real processes run under the real supervisor. A small server
 * replaces the product: it can be made to hang, and it answers signs of life as the product does.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HeartbeatPace } from "#lib/boot/heartbeat.ts";
import { supervise } from "#lib/boot/launch/supervise.ts";
import { isProcessAlive } from "#lib/core/process/alive.ts";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
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
  response.end(String(process.pid));
}).listen(Number(process.env.PORT));
process.on("SIGTERM", () => process.exit(0));
process.on("disconnect", () => process.exit(0));
`;

let root: string;
let port: number;
let stop: AbortController;
let running: Promise<void>;

/** Starts to supervise the small server and waits until it answers. */
async function start(heartbeat: HeartbeatPace): Promise<number> {
  const environment = { PORT: String(port) };
  stop = new AbortController();
  const healthy = new Promise<void>((resolve) => {
    running = supervise({
      settings: { root, dev: false, environment },
      port,
      dataDir: root,
      database: null,
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
