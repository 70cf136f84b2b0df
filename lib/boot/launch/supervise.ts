/**
 * Keeps a started portal running until it is told to stop: restarts the server process when it dies or hangs, and the embedded database
 * when it dies. Stops only when the server can no longer become healthy.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_PATIENCE_MS } from "#lib/core/process/stop-times.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#lib/db/embedded/server.ts";
import type { HeartbeatPace } from "../heartbeat.ts";
import { say } from "./say.ts";
import {
  beginServer,
  readProcessState,
  waitUntilHealthy,
  type ServerProcess,
  type ServerSettings,
} from "./server-process.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";

/** A hanging server is asked to end before it is killed, in case it has just recovered. */
const HUNG_PATIENCE_MS = 5_000;
const DATABASE_CHECK_MS = 1_000;
/** A server that dies this often in a row without becoming healthy will not recover through restarts. */
const FRUITLESS_STARTS_MAX = 5;
const RESTART_PAUSE_MAX_MS = 15_000;

export type Supervised = {
  readonly settings: ServerSettings;
  readonly port: number;
  readonly dataDir: string;
  /** Null when DATABASE_URL names an external database. */
  readonly database: EmbeddedPostgres | null;
  /** Called with the process of each started server. */
  readonly onServer: (pid: number) => void;
  readonly onFirstHealthy: () => void;
  /** How to ask the server process for signs of life; null: not at all. */
  readonly heartbeat: HeartbeatPace | null;
  /** Aborted when everything must end. */
  readonly stop: AbortSignal;
};

/**
 * Serves until `stop`, then ends the server process. The caller stops the database.
 * @throws {StartTrouble} when the server does not become healthy
 */
export async function supervise(supervised: Supervised): Promise<void> {
  const watching = new AbortController();
  const address: DatabaseAddress = { url: supervised.database?.url ?? null, onMoved: () => undefined };
  const watch = supervised.database === null ? null : watchDatabase(supervised, address, watching.signal);
  try {
    await keepServing(supervised, address);
  } finally {
    watching.abort();
    await watch;
  }
}

/** Where the embedded database is; `url` is null for an external one, which the settings name. `onMoved` is called after a change. */
type DatabaseAddress = { url: string | null; onMoved: () => void };

async function keepServing(supervised: Supervised, address: DatabaseAddress): Promise<void> {
  const { settings, onServer, onFirstHealthy, stop } = supervised;
  const seen = { healthy: false, fruitless: 0 };
  const onHealthy = (): void => {
    if (!seen.healthy) onFirstHealthy();
    seen.healthy = true;
    seen.fruitless = 0;
  };
  while (!stop.aborted) {
    const environment = {
      ...settings.environment,
      ...(address.url !== null && { DATABASE_URL: address.url }),
    };
    const server = beginServer({ ...settings, environment });
    // A process keeps the address that it was started with.
    address.onMoved = () => void server.stop(SERVER_PATIENCE_MS);
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

/** Runs one server process to its end: "stopped" after `stop`, else why it ended. */
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

/** Waits until the server process ends or is to be stopped; ends it if it hangs. */
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

/** Restarts the embedded database when its server has died: on its old port, unless another program has taken that meanwhile. */
async function watchDatabase(
  { database, dataDir }: Supervised,
  address: DatabaseAddress,
  stop: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(DATABASE_CHECK_MS, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    if (database === null || (await database.isAlive())) continue;
    try {
      const { url } = await startEmbeddedPostgres({ dataDir });
      const isMoved = url !== address.url;
      say(
        `The database server had died and was started again${isMoved ? " on another port; the server process follows" : ""}.`,
      );
      if (!isMoved) continue;
      address.url = url;
      address.onMoved();
    } catch (error) {
      say(
        `The database server has died and does not start: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
