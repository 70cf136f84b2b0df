/**
 * A PostgreSQL client that does not wait for ever on a connection that has gone silent. The driver has no limit but one for the whole
 * statement, which would end honest long ones; here the server is asked over another connection whether it still works on it.
 * It repeats nothing: whoever asked gets the error of a connection that broke.
 */
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { log } from "#lib/core/log/logger.ts";
import { watchWrites } from "./own-writes.ts";

const LOOK_MS = 1_000;
/**
 * An answer that took this long is worth a question, and the next one half as much later as it took. Shorter than the limits of a
 * lock and of a transaction: whoever waits behind a silent one should not have to give up, and its own work can be done again.
 */
const SILENT_MS = 3_000;
/** What a server that cannot be asked, or does not know the session (behind a pooler), has at most. */
const UNKNOWN_MS_MAX = 5 * 60_000;
const ASK_MS_MAX = 3_000;

type Wire = { processID: number | null; connection: EventEmitter & { stream: Socket } };
type Verdict = "working" | "not working" | "unknown";

/** For the `Client` of a pool. An answer that the server has long given, or will never give, ends in ETIMEDOUT. */
export class WatchedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    // The pool listens only while nobody has the connection, and whoever has it only while they ask: a server that ends all sessions in
    // between would end this process. Whoever asks next is told.
    this.on("error", (error) => {
      log.debug("a database connection broke", { error: error.message });
    });
    // Not in the driver's types, and the only place that knows the socket (which TLS replaces) and the session's number.
    const wire = this as unknown as Wire & EventEmitter;
    watch(wire, config ?? {});
    watchWrites(wire.connection);
  }
}

function watch(client: Wire & EventEmitter, config: ClientConfig): void {
  const { connection } = client;
  let writtenWhenReady = 0;
  let silence: { bytes: number; sinceMs: number; askFromMs: number } | null = null;
  let isAsking = false;
  connection.on("readyForQuery", () => {
    writtenWhenReady = connection.stream.bytesWritten;
    silence = null;
  });
  const timer = setInterval(() => {
    const { bytesRead, bytesWritten } = connection.stream;
    // Null until the session stands; that has a limit of its own.
    if (client.processID === null || bytesWritten === writtenWhenReady) return;
    const bytes = bytesRead + bytesWritten;
    const atMs = performance.now();
    if (silence?.bytes !== bytes) silence = { bytes, sinceMs: atMs, askFromMs: atMs + SILENT_MS };
    const begun = silence;
    if (isAsking || atMs < begun.askFromMs) return;
    isAsking = true;
    void judge(client.processID, config)
      .then((verdict) => {
        // Anything that came meanwhile has ended this silence.
        if (silence !== begun || connection.stream.bytesRead + connection.stream.bytesWritten !== begun.bytes)
          return;
        const silentMs = performance.now() - begun.sinceMs;
        begun.askFromMs = performance.now() + Math.max(SILENT_MS, silentMs / 2);
        if (verdict === "working" || (verdict === "unknown" && silentMs < UNKNOWN_MS_MAX)) return;
        log.warn("a database connection was silent and is given up", {
          silentMs: Math.round(silentMs),
          verdict,
        });
        connection.stream.destroy(silenceError());
      })
      .finally(() => {
        isAsking = false;
      });
  }, LOOK_MS);
  timer.unref();
  client.once("end", () => {
    clearInterval(timer);
  });
}

/** An error as the system gives it, so that the driver's own words for it apply. */
function silenceError(): Error {
  const words = "the database has not answered, although it does not work on the statement";
  return Object.assign(new Error(words), { code: "ETIMEDOUT", syscall: "read", errno: -110 });
}

/** What the server says of a session, asked twice: between the two an answer that was only slow has time to arrive. */
async function judge(processId: number, config: ClientConfig): Promise<Verdict> {
  const asking = new Client({
    ...config,
    connectionTimeoutMillis: ASK_MS_MAX,
    query_timeout: ASK_MS_MAX,
    statement_timeout: ASK_MS_MAX,
  });
  asking.on("error", () => undefined);
  try {
    await asking.connect();
    for (const isLast of [false, true]) {
      const { rows } = await asking.query<{ state: string | null }>(
        "SELECT state FROM pg_stat_activity WHERE pid = $1",
        [processId],
      );
      const [session] = rows;
      if (session === undefined) return "unknown";
      if (session.state === "active") return "working";
      if (!isLast) await asking.query("SELECT pg_sleep(0.5)");
    }
    return "not working";
  } catch {
    return "unknown";
  } finally {
    // An end in good order would wait for an answer that may never come.
    (asking as unknown as Wire).connection.stream.destroy();
  }
}
