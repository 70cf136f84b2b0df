/** A database connection that goes silent ends automatically with the error of a broken one; a statement that only takes long does not. */
import { afterAll, expect, test } from "vitest";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { isConnectionLost } from "#lib/db/errors.ts";
import { queryPrepared } from "#lib/db/prepared.ts";
import { Prisma } from "#lib/db/client.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createMessageCounter, type MessageCounter } from "#tests/support/fault-counter.ts";
import { type PostgresProxy, startPostgresProxy } from "#tests/support/fault-postgres.ts";

const stages: { proxy: PostgresProxy; db: PrismaClient }[] = [];

const database = await createTestDatabase();
afterAll(async () => {
  for (const { db, proxy } of stages) {
    await proxy.stop();
    await db.$disconnect();
  }
  await database.drop();
});

/** A client whose connections can be silenced from a given message on. */
async function openStage(): Promise<{ db: PrismaClient; counter: MessageCounter }> {
  const counter = createMessageCounter();
  const proxy = await startPostgresProxy(database.url, counter.judge);
  const db = createClient(proxy.url);
  stages.push({ proxy, db });
  await db.staff.count();
  await queryPrepared(db, "one", Prisma.sql`SELECT 1 AS one`);
  return { db, counter };
}

const neverKilled = (): never => {
  throw new Error("nothing is killed here");
};

test.concurrent.each([
  ["a request that never arrives", 1],
  ["an answer that never arrives", 2],
])("a single read: %s", async (_what, at) => {
  const { db, counter } = await openStage();
  counter.arm({ breakage: "swallow", at }, neverKilled);
  const thrown: unknown = await db.staff.count().catch((error: unknown) => error);
  expect(counter.broken()).not.toBeNull();
  expect(isConnectionLost(thrown)).toBe(true);
  // The next query gets a fresh connection.
  expect(await db.staff.count()).toBe(0);
});

test.concurrent("a prepared read is asked again over another connection", async () => {
  const { db, counter } = await openStage();
  counter.arm({ breakage: "swallow", at: 2 }, neverKilled);
  expect(await queryPrepared(db, "one", Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
});

test.concurrent("a COMMIT whose answer never arrives", async () => {
  const { db, counter } = await openStage();
  const begun = db.$transaction(async (tx) => {
    await tx.$executeRaw`CREATE TABLE kept (n int)`;
    counter.arm({ breakage: "swallow", at: 2 }, neverKilled);
  });
  const thrown: unknown = await begun.catch((error: unknown) => error);
  expect(isConnectionLost(thrown)).toBe(true);
  expect(await db.$queryRaw`SELECT count(*)::int AS count FROM kept`).toEqual([{ count: 0 }]);
});

test.concurrent("a statement that takes long is waited for, and so is a transaction that does nothing", async () => {
  const { db } = await openStage();
  const long = db.$queryRaw`SELECT 1 AS one FROM pg_sleep(9)`;
  const idle = db.$transaction(
    async (tx) => {
      await tx.staff.count();
      await db.$queryRaw`SELECT 1 AS one FROM pg_sleep(9)`;
      return tx.staff.count();
    },
    { timeout: 30_000 },
  );
  expect(await Promise.all([long, idle])).toEqual([[{ one: 1 }], 0]);
});
