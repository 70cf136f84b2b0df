/** Which statements have a name, so that PostgreSQL parses them once for each connection, and what a name must not change. */
import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { nameStatements } from "#lib/db/prepared.ts";
import { connect, openDb } from "#tests/support/connected.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { listen } from "#tests/support/listen.ts";

const database = await createTestDatabase();
afterAll(() => database.drop());

type Named = { statement: string; custom: number; generic: number };

test("a statement that is called again is parsed once, and planned with the values of each call", async () => {
  await using db = openDb(database.url);
  const calls = 9;
  const named = await db.$transaction(async (tx) => {
    for (let call = 0; call < calls; call++)
      await tx.cloud.findMany({ where: { sortName: `name ${String(call)}` } });
    await tx.project.count();
    return tx.$queryRaw<Named[]>`
      SELECT statement, custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements
      WHERE name LIKE 'portico%'`;
  });
  expect(named).toEqual([
    { statement: expect.stringContaining(`"sort_name"`) as string, custom: calls - 1, generic: 0 },
  ]);
});

test("a column that another version adds meanwhile stops no named statement", async () => {
  await using db = openDb(database.url);
  await using other = await connect(database.url);
  const read = () => db.connection.findMany();
  for (let call = 0; call < 4; call++) await read();
  await other.query("alter table connection add column added_by_a_later_version text default 'x'");
  expect(await read()).toEqual([]);
  await other.query("alter table connection drop column added_by_a_later_version");
  expect(await read()).toEqual([]);
});

test("names are bounded: a text gets its own at the second call, the first 300 texts, and none with a long list", () => {
  const nameOf = nameStatements();
  const twice = (sql: string, args: readonly unknown[] = []): string => {
    expect(nameOf({ sql, args })).toBe("");
    return nameOf({ sql, args });
  };
  const long = Array.from({ length: 25 }, (_, n) => n);
  expect(twice("select a long list", long)).toBe("");
  const names = Array.from({ length: 400 }, (_, n) => twice(`select ${String(n)}`)).filter(
    (name) => name !== "",
  );
  expect(names).toHaveLength(300);
  expect(new Set(names)).toHaveLength(300);
  expect(nameOf({ sql: "select 7", args: [] })).toBe(names[7]);
});

test("a session starts with no parameter but those that PgBouncer knows or docs/operating.md has it ignore", async () => {
  const asked = Promise.withResolvers<string[]>();
  const pooler = createServer((socket) => {
    socket.once("data", (start) => {
      // Length and version, then names and values (PostgreSQL, 54.7 Message Formats, StartupMessage).
      asked.resolve(
        start
          .subarray(8)
          .toString()
          .split("\0")
          .filter((_, place) => place % 2 === 0),
      );
      socket.destroy();
    });
  });
  await using db = openDb(`postgresql://portico@127.0.0.1:${String(await listen(pooler))}/portico`);
  await expect(db.$queryRaw`select 1`).rejects.toThrow();
  pooler.close();
  const known = ["user", "database", "client_encoding", "application_name"];
  const ignored = ["lock_timeout", "idle_in_transaction_session_timeout"];
  const others = (await asked.promise).filter(
    (name) => name !== "" && ![...known, ...ignored].includes(name),
  );
  expect(others).toEqual([]);
});
