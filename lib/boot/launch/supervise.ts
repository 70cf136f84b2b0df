/**
 * Keeps a started portal alive until it is told to stop: the server process is begun again when it dies or hangs, and so is the
 * embedded database when it dies. It gives up only when the server cannot even become healthy any more.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import type { EmbeddedPostgres } from "#lib/db/embedded/server.ts";
import type { HeartbeatPace } from "../heartbeat.ts";
import { say } from "./say.ts";
import { beginServer, readProcessState, waitUntilHealthy } from "./server-process.ts";
import type { ServerProcess, ServerSettings } from "./server-process.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";

/** Server, then database: together below the 20 s after which service managers use force. */
const SERVER_PATIENCE_MS = 12_000;
/** A server that hangs is asked to end before it is killed, in case that it only just came back. */
const HUNG_PATIENCE_MS = 5_000;
const DATABASE_CHECK_MS = 1_000;
/** A server that dies this often without having been healthy in between will not recover by being started again. */
const FRUITLESS_STARTS_MAX = 5;
const RESTART_PAUSE_MAX_MS = 15_000;

export type Supervised = {
  readonly settings: ServerSettings;
  readonly port: number;
  readonly dataDir: string;
  /** Null when DATABASE_URL names a database of somebody else's. */
  readonly database: EmbeddedPostgres | null;
  /** Called with the process of each server that is begun. */
  readonly onServer: (pid: number) => void;
  readonly onFirstHealthy: () => void;
  /** How the server process is asked for signs of life; null: not at all. */
  readonly heartbeat: HeartbeatPace | null;
  /** Aborted when everything shall end. */
  readonly stop: AbortSignal;
};

/**
 * Serves until `stop`; then ends the server process. The database is the caller's to stop.
 * @throws {StartTrouble} when the server cannot be made healthy
 */
export async function supervise(supervised: Supervised): Promise<void> {
  const watching = new AbortController();
  const watch = supervised.database === null ? null : watchDatabase(supervised, watching.signal);
  try {
    await keepServing(supervised);
  } finally {
    watching.abort();
    await watch;
  }
}

async function keepServing(supervised: Supervised): Promise<void> {
  const { settings, onServer, onFirstHealthy, stop } = supervised;
  const seen = { healthy: false, fruitless: 0 };
  const onHealthy = (): void => {
    if (!seen.healthy) onFirstHealthy();
    seen.healthy = true;
    seen.fruitless = 0;
  };
  while (!stop.aborted) {
    const server = beginServer(settings);
    onServer(server.pid);
    const outcome = await serveOnce(server, supervised, onHealthy);
    if (outcome === "stopped") return;
    seen.fruitless += 1;
    if (!seen.healthy || seen.fruitless > FRUITLESS_STARTS_MAX) throw outcome;
    const pauseMs = Math.min(RESTART_PAUSE_MAX_MS, 500 * 2 ** seen.fruitless);
    say(`${outcome.message} Starting it again in ${pauseMs / 1000} s.`);
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Runs one server process to its end: "stopped" when we were asked to, else why it ended. */
async function serveOnce(
  server: ServerProcess,
  { port, stop, heartbeat }: Supervised,
  onHealthy: () => void,
): Promise<"stopped" | StartTrouble> {
  const stopping = new Promise<"stop">((resolve) => {
    if (stop.aborted) resolve("stop");
    stop.addEventListener("abort", () => resolve("stop"), { once: true });
  });
  const healthy = waitUntilHealthy(server, port).then(
    () => "healthy" as const,
    (error: unknown) => (error instanceof StartTrouble ? error : new StartTrouble(String(error))),
  );
  const first = await Promise.race([healthy, stopping]);
  if (first === "healthy") {
    onHealthy();
    const end = await untilEnd(server, stopping, heartbeat);
    if (end instanceof StartTrouble) return end;
    if (end !== "stop") return new StartTrouble(`The server process ended with ${describeExit(end)}.`);
  }
  await server.stop(SERVER_PATIENCE_MS);
  return first instanceof StartTrouble ? first : "stopped";
}

/** Waits until the server process ends or is to be stopped; one that hangs meanwhile is ended here. */
async function untilEnd(
  server: ServerProcess,
  stopping: Promise<"stop">,
  heartbeat: HeartbeatPace | null,
): Promise<number | null | "stop" | StartTrouble> {
  if (heartbeat === null) return Promise.race([server.ended, stopping]);
  const asking = new AbortController();
  const silent = server.untilSilent(heartbeat, asking.signal).then(() => "silent" as const);
  const end = await Promise.race([server.ended, stopping, silent]);
  asking.abort();
  if (end !== "silent") return end;
  const state = await readProcessState(server.pid);
  await server.stop(HUNG_PATIENCE_MS);
  const seconds = (heartbeat.intervalMs * heartbeat.unansweredMax) / 1000;
  return new StartTrouble(
    `The server process hung and was ended: for ${seconds} s it gave no sign of life (process ${server.pid}${state === null ? "" : `, state ${state}`}).`,
  );
}

const describeExit = (code: number | null): string => (code === null ? "a signal" : `code ${code}`);

/** Starts the embedded database again, on its old port, when its server has died. */
async function watchDatabase({ database, dataDir }: Supervised, stop: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(DATABASE_CHECK_MS, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    if (database === null || (await database.isAlive())) continue;
    try {
      await startEmbeddedPostgres({ dataDir });
      say("The database server had died and was started again.");
    } catch (error) {
      say(
        `The database server has died and does not start: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
