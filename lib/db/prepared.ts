/**
 * Named prepared statements, which PostgreSQL parses once for each connection: those of Prisma, and the reads that every call of the
 * embedded service or every page makes. These run on a few separate connections, planned once and without Prisma's query builder, which
 * costs several times the query itself. Only for single reads of tables that nobody locks for long: a read that waits here blocks everybody
 * else. Writes, and reads in a transaction, go through Prisma.
 */
import { LRUCache } from "lru-cache";
import { Pool, type QueryResultRow } from "pg";
import { log } from "#lib/core/log/logger.ts";
import type { Prisma, PrismaClient } from "./generated/client.ts";
import { WatchedClient } from "./watched-client.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

const CONNECTIONS_MAX = 4;
/** These reads take a millisecond; a read that waits longer for a lock is ended, to free the connection for others. */
const LOCK_MS_MAX = 1_000;

const readers = oncePerProcess("database readers", () => new WeakMap<object, Pool>());

/**
 * Gives a client its connections for prepared reads; none is opened before the first read, and idle connections do not keep the process
 * running.
 */
export function registerReader(client: PrismaClient, databaseUrl: string): void {
  const pool = new Pool({
    connectionString: databaseUrl,
    Client: WatchedClient,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 5_000,
    lock_timeout: LOCK_MS_MAX,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  });
  pool.on("error", (error) => {
    log.warn("database connection for reads lost while idle", { error: error.message });
  });
  readers.set(client, pool);
}

/**
 * The rows of a prepared read. If the connection fails, or `db` has none (a transaction), Prisma runs the query instead, so that errors are
 * like those of any other query.
 * @param name identifies the statement's text for the life of a connection: two texts must never share a name
 */
export async function queryPrepared<Row extends QueryResultRow>(
  db: Pick<PrismaClient, "$queryRaw">,
  name: string,
  statement: Prisma.Sql,
): Promise<Row[]> {
  const pool = readers.get(db);
  if (pool !== undefined) {
    try {
      return (await pool.query<Row>({ name, text: statement.text, values: statement.values })).rows;
    } catch (thrown) {
      log.warn("a prepared read failed and is asked again", { statement: name, error: String(thrown) });
    }
  }
  return db.$queryRaw<Row[]>(statement);
}

/** Each connection keeps the named ones for its life. */
const NAMES_MAX = 300;
/** Statements with longer lists differ from call to call. */
const PARAMETERS_MAX = 24;
/** Texts that were seen once: a text gets its name at the second call. */
const SEEN_MAX = 1_000;

/** Returns what names the statements of a Prisma client; an empty name: none, so it is parsed at each call. */
export function nameStatements(): (query: { sql: string; args: readonly unknown[] }) => string {
  const names = new Map<string, string>();
  const seen = new LRUCache<string, true>({ max: SEEN_MAX });
  return ({ sql, args }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (args.length > PARAMETERS_MAX || names.size === NAMES_MAX) return "";
    if (!seen.has(sql)) {
      seen.set(sql, true);
      return "";
    }
    const name = `portico_${String(names.size)}`;
    names.set(sql, name);
    return name;
  };
}
