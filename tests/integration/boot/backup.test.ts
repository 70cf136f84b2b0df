/** npm run backup and npm run restore as people run them: what is restored, what does not resume automatically, and what is refused. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { createClient } from "#lib/db/client.ts";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { applyMigrations, listMigrations } from "#lib/db/migrate.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import { addRows, type Rows } from "#tests/support/add-rows.ts";
import { runCommand, type Ended } from "#tests/support/command.ts";
import { createTestDatabase, query } from "#tests/support/database.ts";
import { dumpDatabase } from "#tests/support/database-dump.ts";
import { endedWith } from "#tests/support/ended-with.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";

const SECRET = "a secret of the backup tests, long enough";
const HOSTILE = String.raw`"quotes", \backslash\ ,(comma) NULL {brace}` + "\n\ttab 'x' 𝄞 \u202e";

const settings = (databaseUrl: string, dataDir: string, secret = SECRET): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PORTICO_DATA_DIR: join(scratch, dataDir),
  PORTICO_SECRET: secret,
});

/** A connection with a hostile cloud, operations in every open state, and everything else that would send something automatically. */
async function fill(url: string): Promise<void> {
  const body = JSON.stringify({ text: HOSTILE, number: 1.5e300, none: null });
  const operation = (state: string): Rows[number] => [
    "operation",
    {
      key: state,
      subject_key: state,
      title: state,
      state,
      kind: "CREATE_CLOUD",
      body,
      context: "{}",
      result: "null",
    },
  ];
  const document = (name: string): Rows[number] => [
    "service_document",
    { file_key: `clouds/1/projects/1/documents/${name}`, size: 5, head_id: null },
  ];
  await addRows(url, [
    ["connection", { name: HOSTILE, kind: "BUILTIN", secret_cipher: Buffer.from([0, 255, 92, 39, 10]) }],
    ["staff", { email: "ada@x.example", name: HOSTILE, password_hash: "h", role: "OPERATOR" }],
    ["staff_session", {}],
    ["cloud", { service_id: "9007199254740993", name: HOSTILE }],
    ...["PREPARED", "DONE", "SENDING"].map(operation),
    ["attempt", { lease_until: new Date(Date.now() + 3_600_000) }],
    ["outbox_mail", { body_cipher: Buffer.from([0, 255]) }],
    ["service_application", { client_id: "a", name: HOSTILE, scopes: [HOSTILE, "", "NULL"] }],
    ["service_cloud", { updated_at: "2026-01-02 03:04:05.678Z" }],
    ["service_project", {}],
    document("gone"),
    document("one"),
    ["service_model", { status: "C", answers_key: "clouds/1/projects/1/models/1/a" }],
  ]);
  await query(url, "update service_project set main_model_id = 1");
}

const scratch = await useScratchFolder("backup");
const source = await createTestDatabase();
const restored = await createTestDatabase({ migrated: false });
const backup = join(scratch, "portico.backup");
await fill(source.url);
const storage = createLocalStorage(join(scratch, "source", "files"));
const put = (key: string, text: string): Promise<unknown> =>
  storage.putStream(key, Readable.from([Buffer.from(text)]), { sizeMax: 100_000 });
await put("clouds/1/projects/1/documents/one", "whole");
await put(`clouds/1/projects/1/models/1/a/${"Ifc".repeat(25)}.json`, "{}".repeat(20_000));
await put("clouds/1/projects/1/documents/of-nobody", "no row names it");
afterAll(async () => {
  await source.drop();
  await restored.drop();
});

const make = (file: string): Promise<Ended> => runCommand("backup", [file], settings(source.url, "source"));

describe("a backup", () => {
  test("is restored into an empty place: every row as it was, every file that a row names, nothing goes on", async () => {
    const made = await make(backup);
    expect(made.stderr).toContain("clouds/1/projects/1/documents/gone");
    expect(made.code).toBe(0);
    const put = await runCommand("restore", [backup], settings(restored.url, "restored"));
    expect(put).toMatchObject({ code: 0 });

    const [one, other] = [createClient(source.url), createClient(restored.url)];
    const before = await dumpDatabase(one);
    const after = await dumpDatabase(other);
    await Promise.all([one.$disconnect(), other.$disconnect()]);
    // The queue's tables are in no backup: the first start makes them.
    const tables = Object.keys(before).filter((table) => !table.startsWith("graphile_worker."));
    expect(Object.keys(after).toSorted()).toEqual(tables.toSorted());
    const differing = tables.filter((table) => before[table] !== after[table]);
    // The first table has times of its own; the audit records the restore; the others would have resumed automatically, or gave access.
    expect(differing.toSorted()).toEqual([
      "public._prisma_migrations",
      "public.attempt",
      "public.audit",
      "public.operation",
      "public.outbox_mail",
      "public.service_application",
      "public.staff",
      "public.staff_session",
    ]);

    const files = createLocalStorage(join(scratch, "restored", "files"));
    const keys = await Array.fromAsync(files.iterateFiles("clouds"), ({ key }) => key);
    expect(keys.toSorted()).toEqual([
      "clouds/1/projects/1/documents/one",
      `clouds/1/projects/1/models/1/a/${"Ifc".repeat(25)}.json`,
    ]);
    const { stream } = await files.openRead("clouds/1/projects/1/documents/one");
    expect(await new Response(stream).text()).toBe("whole");
    expect(
      await query(
        restored.url,
        "insert into service_cloud (name, updated_at) values ('n', now()) returning id",
      ),
    ).toEqual([{ id: 2 }]);
  });

  test("starts again with what was under way uncertain or held, and with no mail to send", async () => {
    Object.assign(process.env, settings(restored.url, "restored"), { LOG_LEVEL: "silent" });
    const { sweepOperations } = await import("#lib/features/operations/sweeper.ts");
    const { getDb } = await import("#lib/db/client.ts");
    expect(await sweepOperations()).toEqual({ recorded: 0, uncertain: 1, held: 1 });
    const states = await query(restored.url, "select title, state from operation order by title");
    expect(states).toEqual([
      { title: "DONE", state: "DONE" },
      { title: "PREPARED", state: "HELD" },
      { title: "SENDING", state: "UNKNOWN" },
    ]);
    expect(await query(restored.url, "select from outbox_mail where failed_at is null")).toEqual([]);
    expect(await query(restored.url, "select from staff_session where ended_at is null")).toEqual([]);
    await getDb().$disconnect();
  });

  test("goes into the data folder's own database with its secret, and is brought to the newest schema", async () => {
    const older = await createTestDatabase({ migrated: false });
    const migrations = await listMigrations();
    await applyMigrations(older.url, undefined, migrations[2]?.name);
    await query(older.url, "insert into setup_link (token_hash) values ('kept')");
    const file = join(scratch, "older.backup");
    await mkdir(join(scratch, "older"));
    await writeFile(join(scratch, "older", "secret"), `${SECRET}\n`);
    expect(await runCommand("backup", [file], settings(older.url, "older", ""))).toMatchObject({ code: 0 });
    await older.drop();

    const place = settings("", "embedded", "");
    expect(await runCommand("restore", [file], place)).toMatchObject({ code: 0 });
    expect((await readFile(join(scratch, "embedded", "secret"), "utf8")).trim()).toBe(SECRET);
    const database = await startEmbeddedPostgres({ dataDir: join(scratch, "embedded") });
    try {
      expect(await query(database.url, "select token_hash from setup_link")).toEqual([
        { token_hash: "kept" },
      ]);
      expect(await applyMigrations(database.url)).toEqual({ applied: [], total: migrations.length });
    } finally {
      await database.stop();
    }
    expect(await runCommand("restore", [file], place)).toMatchObject(endedWith(1, "is not empty"));
  });
});

describe("refused, with nothing changed", () => {
  test("a backup that was cut, changed, or made with another secret, and a database that is not empty", async () => {
    const whole = await readFile(backup);
    const cut = join(scratch, "cut.backup");
    await writeFile(cut, whole.subarray(0, whole.length - 40));
    const none = join(scratch, "none.backup");
    await writeFile(none, "this is no backup");
    const empty = await createTestDatabase({ migrated: false });
    const into = (file: string, secret = SECRET): Promise<Ended> =>
      runCommand("restore", [file], settings(empty.url, "refused", secret));
    expect(await into(cut)).toMatchObject(endedWith(1, "cannot be used"));
    expect(await into(none)).toMatchObject(endedWith(1, "cannot be used"));
    expect(await into(backup, "another secret, as long as it has to be")).toMatchObject({ code: 1 });
    expect(await query(empty.url, "select from setup_link").catch(() => [])).toEqual([]);
    // After all these refusals the place still accepts a good backup.
    expect(await into(backup)).toMatchObject({ code: 0 });
    expect(await runCommand("restore", [backup], settings(empty.url, "again"))).toMatchObject(
      endedWith(1, "is not empty"),
    );
    expect(await make(backup)).toMatchObject(endedWith(1, "exists already"));
    await empty.drop();
  });
});
