/** The one Prisma client of this process, and its transactions. No business rules here; errors.ts translates Prisma's error codes. */
import { PrismaPg } from "@prisma/adapter-pg";
import type { ClientBase } from "pg";
import { requireEnv } from "#lib/core/env.ts";
import { log } from "#lib/core/log/logger.ts";
import { PrismaClient } from "./generated/client.ts";
import { nameStatements, registerReader } from "./prepared.ts";
import { WatchedClient } from "./watched-client.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

export { Prisma } from "./generated/client.ts";
export type { PrismaClient } from "./generated/client.ts";
export type * from "./generated/models.ts";
export * from "./generated/enums.ts";

/** What queries and commands accept: the client itself or a running transaction. */
export type Db = Omit<
  PrismaClient,
  "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction"
>;

/** The longest wait for a connection or a lock: within five seconds people learn that it is impossible right now. */
const WAIT_MS_MAX = 4_000;
/** Between two statements of a transaction there is only a little work of our own. */
const IDLE_IN_TRANSACTION_MS_MAX = 20_000;

/**
 * Has a named statement planned with its values each time: one plan for all of them would read a million rows for a rare state. Not as a
 * parameter of the session's start: PgBouncer refuses those that it does not know. Returns a promise, for which the pool waits; the
 * driver's types say void.
 */
function planWithValues(client: ClientBase): unknown {
  return client.query("SET plan_cache_mode = force_custom_plan");
}

/** A separate client, for tests and tools; the caller disconnects it. */
export function createClient(databaseUrl: string): PrismaClient {
  const adapter = new PrismaPg(
    {
      connectionString: databaseUrl,
      Client: WatchedClient,
      max: 10,
      connectionTimeoutMillis: WAIT_MS_MAX,
      idleTimeoutMillis: 30_000,
      lock_timeout: WAIT_MS_MAX,
      onConnect: planWithValues,
      // If a process vanishes from the network, its locks end too.
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    },
    {
      onPoolError: (error) => {
        log.warn("database connection lost while idle", { error: error.message });
      },
      statementNameGenerator: nameStatements(),
    },
  );
  // The pool limits the wait for a connection, so that a transaction waits as long as a single query. Prisma alone would give up after 2 s.
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait: 2 * WAIT_MS_MAX } });
  registerReader(client, databaseUrl);
  return client;
}

/** The client for DATABASE_URL, made at first use. */
export function getDb(): PrismaClient {
  return oncePerProcess("database client", () => createClient(requireEnv("DATABASE_URL")));
}

/** A transaction may wait for a connection during a burst, but holds it only briefly. */
const RUN_MS_MAX = 10_000;

/** Runs `work` in an interactive transaction; set `runMsMax` for one that writes many rows. */
export function inTransaction<T>(work: (tx: Db) => Promise<T>, runMsMax = RUN_MS_MAX): Promise<T> {
  return getDb().$transaction(work, { timeout: runMsMax });
}
