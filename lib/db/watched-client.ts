/**
 * A PostgreSQL client that does not wait forever on a silent connection. The driver only has a limit for the whole statement, which would
 * also end legitimately long statements; here the server is asked over another connection whether it is still working on the statement.
 * Nothing is repeated: the caller gets the error of a broken connection.
 */
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { log } from "#lib/core/log/logger.ts";
import { watchWrites } from "./own-writes.ts";

const LOOK_MS = 1_000;
/**
 * After this long without an answer the server is asked, and again at growing intervals of half the time so far. Shorter than the limits of
 * a lock and of a transaction, so that callers who wait behind a silent connection do not time out.
 */
const SILENT_MS = 3_000;
/** The longest wait if the server cannot be asked, or does not know the session (behind a pooler). */
const UNKNOWN_MS_MAX = 5 * 60_000;
const ASK_MS_MAX = 3_000;

type Wire = { processID: number | null; connection: EventEmitter & { stream: Socket } };
type Verdict = "working" | "not working" | "unknown";

/** For the `Client` of a pool. An answer that was lost, or will never come, ends in ETIMEDOUT. */
export class WatchedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    // The pool listens only while the connection is idle in it, and a borrower only during a query: a server that ends all sessions in
    // between would end this process. The next query gets the error.
    this.on("error", (error) => {
      log.debug("a database connection broke", { error: error.message });
    });
    // Missing in the driver's types; the only access to the socket (which TLS replaces) and the session's number.
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
    // Null until the session is established, which has its own limit.
    if (client.processID === null || bytesWritten === writtenWhenReady) return;
    const bytes = bytesRead + bytesWritten;
    const atMs = performance.now();
    if (silence?.bytes !== bytes) silence = { bytes, sinceMs: atMs, askFromMs: atMs + SILENT_MS };
    const begun = silence;
    if (isAsking || atMs < begun.askFromMs) return;
    isAsking = true;
    void judge(client.processID, config)
      .then((verdict) => {
        // Any bytes meanwhile have ended this silence.
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

/** An error in the system's form, so that it is handled like one from the driver. */
function silenceError(): Error {
  const words = "the database has not answered, although it does not work on the statement";
  return Object.assign(new Error(words), { code: "ETIMEDOUT", syscall: "read", errno: -110 });
}

/** The server's state of a session, queried twice, so that an answer that is only slow has time to arrive in between. */
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
    // A regular end would wait for an answer that may never come.
    (asking as unknown as Wire).connection.stream.destroy();
  }
}
