/** The server process from its starter's point of view: begun, healthy, ended. Must not restart anything; supervise.ts decides. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { untilSilent, type HeartbeatPace } from "../heartbeat.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";

/** A server process that was started. */
export type ServerProcess = ReturnType<typeof beginServer>;

export type ServerSettings = {
  readonly root: string;
  readonly dev: boolean;
  readonly environment: Record<string, string>;
};

/** Starts the server process; it is not healthy yet. */
export function beginServer({ root, dev, environment }: ServerSettings) {
  const child = spawn(
    process.execPath,
    [join(root, "lib", "boot", "server", "serve.ts"), ...(dev ? ["--dev"] : [])],
    {
      cwd: root,
      env: {
        ...process.env,
        ...environment,
        NODE_ENV: dev ? "development" : "production",
        NEXT_TELEMETRY_DISABLED: "1",
      },
      // The channel carries signs of life (heartbeat.ts); it closes when the starter dies, and the server then shuts down in order.
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code));
  });
  return {
    pid: child.pid ?? 0,
    /** Settles when the process has ended: with its exit code, or null after a signal. */
    ended,
    /** Resolves when the process is running but its event loop gives no sign of life; never settles after `stop`. */
    untilSilent: (pace: HeartbeatPace, stop: AbortSignal) => untilSilent(child, pace, stop),
    /** Asks the process to end (SIGTERM), and ends it after `patienceMs`. */
    stop: async (patienceMs: number): Promise<void> => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The state of a process according to the operating system: "R (running)", "T (stopped)"; null where unknown (not Linux). */
export async function readProcessState(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return /^State:\s*(.+)$/m.exec(status)?.[1] ?? null;
}

const HEALTH_LIMIT_MS = 90_000;
const PROBE_LIMIT_MS = 5_000;
const PROBE_PAUSE_MS = 50;

/**
 * Waits until /api/health of the server on `port` answers 200.
 * @throws {StartTrouble} when the process ends first, or the time is over; with the last answer of the health address
 */
export async function waitUntilHealthy(server: ServerProcess, port: number): Promise<void> {
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  let last = "it did not answer";
  const exit = server.ended.then((code) => ({ code }));
  while (Date.now() < deadline) {
    const result = await Promise.race([exit, probe(port)]);
    if (typeof result === "object") {
      const code = result.code === null ? "a signal" : `code ${result.code}`;
      throw new StartTrouble(
        `The server process ended with ${code} before it was healthy; its last messages are above.`,
      );
    }
    if (result === "healthy") return;
    last = result;
    await sleep(PROBE_PAUSE_MS);
  }
  throw new StartTrouble(
    `The server runs but did not become healthy within ${HEALTH_LIMIT_MS / 1000} s: ${last}. See its log above.`,
  );
}

/** "healthy", or the problem. */
async function probe(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(PROBE_LIMIT_MS),
    });
    const body = await response.text();
    return response.status === 200
      ? "healthy"
      : `/api/health answers ${response.status} ${body.slice(0, 500)}`;
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError"
      ? "/api/health does not answer in time"
      : "it did not answer";
  }
}
