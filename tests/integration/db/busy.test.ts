/** A database that is there but cannot serve: people are told "try again" within seconds, whatever the obstacle (F26). */
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import { createClient } from "#lib/db/client.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";
import { createTestDatabase, endSessions } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";

process.env["LOG_LEVEL"] = "silent";

/** A separate database for one test: the product's client of it, and another session. */
async function openDatabase() {
  const database = await createTestDatabase();
  const { url } = database;
  const db = createClient(url);
  const other = new Client({ connectionString: url });
  await other.connect();
  const close = async (): Promise<void> => {
    await other.end();
    await db.$disconnect();
    await database.drop();
  };
  return { url, db, other, [Symbol.asyncDispose]: close };
}

const DONE = "done";

/** What people are told about a failure. */
async function toldOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return DONE;
  } catch (thrown) {
    const error = translateDatabaseError(thrown);
    return error instanceof AppError
      ? `${error.code} ${String(error.details.retryAfterSeconds)}`
      : String(error);
  }
}

const TRY_AGAIN = "UNAVAILABLE 30";

const SLEEPERS = "pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'";

const untilAllInUse = (other: Client): Promise<unknown> =>
  until("all are in use", async () => {
    const { rows } = await other.query(`select from ${SLEEPERS} and state = 'active'`);
    return rows.length === 10;
  });

describe("told as something to try again", () => {
  test.concurrent("all connections in use: single questions and transactions", async () => {
    await using database = await openDatabase();
    const { db, other } = database;
    const held = Array.from({ length: 10 }, () => db.$queryRaw`select pg_sleep(20)::text`.catch(() => null));
    await untilAllInUse(other);
    const [question, transaction] = await Promise.all([
      toldOf(db.$queryRaw`select 1`),
      toldOf(db.$transaction((tx) => tx.$queryRaw`select 1`)),
    ]);
    expect([question, transaction]).toEqual([TRY_AGAIN, TRY_AGAIN]);
    await other.query(`select pg_cancel_backend(pid) from ${SLEEPERS} and pid <> pg_backend_pid()`);
    await Promise.all(held);
    expect(await db.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test.concurrent("a transaction waits for a connection as long as a single query does", async () => {
    await using database = await openDatabase();
    const { db, other } = database;
    // Longer than Prisma waits by itself (2 s), shorter than the pool (4 s).
    const held = Promise.all(Array.from({ length: 10 }, () => db.$queryRaw`select pg_sleep(2.7)::text`));
    await untilAllInUse(other);
    const told = [db.$queryRaw`select 1`, db.$transaction((tx) => tx.$queryRaw`select 1`)].map(toldOf);
    expect(await Promise.all(told)).toEqual([DONE, DONE]);
    await held;
  });

  test.concurrent("a lock that somebody holds: of a table, of a row", async () => {
    await using database = await openDatabase();
    const { db, other } = database;
    await db.setupLink.create({ data: { tokenHash: "locked" } });
    await other.query(
      "begin; update setup_link set token_hash = token_hash where token_hash = 'locked'; lock table sign_in_failure in access exclusive mode",
    );
    const told = [db.setupLink.deleteMany({ where: { tokenHash: "locked" } }), db.signInFailure.count()].map(
      toldOf,
    );
    expect(await Promise.all(told)).toEqual([TRY_AGAIN, TRY_AGAIN]);
    await other.query("rollback");
    expect(await db.setupLink.count()).toBe(1);
  });

  test("all sessions ended while they are used in every way: told at each, and this process lives on", async () => {
    await using database = await openDatabase();
    const { db, other } = database;
    let isOver = false;
    const told = new Set<string>();
    const note = async (work: Promise<unknown>): Promise<void> => {
      const what = await toldOf(work);
      if (what !== DONE) told.add(what);
    };
    const works = Array.from({ length: 6 }, async (_, n) => {
      while (!isOver) {
        await note(
          n % 3 === 0
            ? db.$transaction(async (tx) => {
                await tx.$queryRaw`select 1`;
                await tx.$queryRaw`select pg_sleep(0.005)::text`;
              })
            : db.$queryRaw`select pg_sleep(0.005)::text`,
        );
      }
    });
    // It would be ended with the others.
    await other.end();
    // Only rounds that met sessions at work count: opening the first session may take longer than twenty empty rounds.
    for (let round = 0; round < 20;) {
      if ((await endSessions(database.url)) > 0) round += 1;
    }
    isOver = true;
    await Promise.all(works);
    expect([...told]).toEqual([TRY_AGAIN]);
    expect(await db.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test("a statement that took too long, a serialization failure, a deadlock, a connection ended by an administrator", async () => {
    await using database = await openDatabase();
    const { db, other } = database;
    const slowly = db.$transaction([
      db.$executeRaw`set local statement_timeout = 50`,
      db.$queryRaw`select pg_sleep(5)::text`,
    ]);
    expect(await toldOf(slowly)).toBe(TRY_AGAIN);

    await other.query(
      "create function fail_with(state text) returns void language plpgsql as 'begin raise using errcode = state; end'",
    );
    for (const state of ["40001", "40P01", "53300", "57P03"])
      expect([state, await toldOf(db.$queryRaw`select fail_with(${state})::text`)]).toEqual([
        state,
        TRY_AGAIN,
      ]);

    const ended = db.$transaction(async (tx) => {
      const [{ pid } = { pid: 0 }] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await other.query("select pg_terminate_backend($1)", [pid]);
      await tx.$queryRaw`select 1`;
    });
    expect(await toldOf(ended)).toBe(TRY_AGAIN);
    expect(await db.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
  });
});
