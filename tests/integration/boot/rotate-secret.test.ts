/** npm run rotate-secret as people run it: what remains readable, what ends, and what a kill in the middle leaves behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sealSecret } from "#lib/core/crypto-box.ts";
import { newId } from "#lib/core/ids.ts";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { SEALED_COLUMNS } from "#lib/boot/rotation/reseal.ts";
import type { AuditVerdict } from "#lib/features/audit/verification.ts";
import { addRows } from "#tests/support/add-rows.ts";
import { runCommand, type Ended } from "#tests/support/command.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { endedWith } from "#tests/support/ended-with.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { SHORT_PROCESS } from "#tests/support/short-process.ts";
import { until } from "#tests/support/until.ts";

const OLD = "the old secret of the rotation tests, long";
const NEW = "the new secret of the rotation tests, long";
/** More than one batch of connections. */
const MANY = 450;
/** Sealed values in addition to those of the connections. */
const SINGLE = 5;

let database: TestDatabase;
let db: PrismaClient;
let sql: Client;
let folder: string;
let folders = 0;
let connections: number;

process.env["PORTICO_SECRET"] = OLD;
const scratch = await useScratchFolder("rotate");
beforeEach(async () => {
  database = await createTestDatabase();
  db = createClient(database.url);
  sql = new Client({ connectionString: database.url });
  await sql.connect();
  folders += 1;
  folder = join(scratch, `data-${String(folders)}`);
  await mkdir(folder);
  await writeFile(join(folder, "secret"), `${OLD}\n`, { mode: 0o600 });
});
afterEach(async () => {
  await sql.end();
  await db.$disconnect();
  await database.drop();
});

const inFolder = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  PORTICO_DATA_DIR: folder,
  PORTICO_SECRET: "",
  PORTICO_SECRET_PREVIOUS: "",
});
const inEnvironment = (secret: string, previous: string): Record<string, string> => ({
  ...inFolder(),
  PORTICO_SECRET: secret,
  PORTICO_SECRET_PREVIOUS: previous,
});

/** A sealed value in every column, sealed by its owner's code, and its plain text. */
async function fill(count = 3): Promise<void> {
  connections = count;
  const address = { baseUrl: "http://a", authUrl: "http://a", realm: "r", platformUrl: "http://a" };
  await db.connection.createMany({
    data: Array.from({ length: connections }, () => {
      const id = newId();
      const secretCipher = sealSecret(`plain ${id}`, `connection:${id}`);
      return { id, name: id, kind: "LIVE", ...address, clientId: "c", secretCipher, secretLast4: "last" };
    }),
  });
  const [staffId, mail] = [newId(), newId()];
  const sealed = (id: string, context: string): Buffer =>
    Buffer.from(sealSecret(`plain ${id}`, `${context}:${id}`));
  await addRows(database.url, [
    ["staff", { id: staffId, role: "ADMINISTRATOR", totp_cipher: sealed(staffId, "staff-totp") }],
    ["staff_session", {}],
    ["outbox_mail", { id: mail, body_cipher: sealed(mail, "outbox-mail") }],
    ["service_signing_key", { kid: "kid", private_cipher: sealed("kid", "service-signing-key") }],
    ["service_user", { id: 1, totp_cipher: sealed("1", "platform-totp") }],
    ["service_cloud", {}],
    ["service_application", {}],
    ["service_webhook", { id: 1, secret_cipher: sealed("1", "webhook") }],
  ]);
}

/** Which of all sealed values do not open with these secrets, for code that has read no others. */
async function listClosed(secret: string, previous = ""): Promise<string[]> {
  vi.stubEnv("PORTICO_SECRET", secret);
  vi.stubEnv("PORTICO_SECRET_PREVIOUS", previous);
  vi.resetModules();
  const { openSecret } = await import("#lib/core/crypto-box.ts");
  const closed: string[] = [];
  let values = 0;
  for (const { table, key, column, context } of SEALED_COLUMNS) {
    const { rows } = await sql.query<{ key: string; sealed: Buffer }>(
      `select "${key}"::text as key, "${column}" as sealed from "${table}" where "${column}" is not null`,
    );
    values += rows.length;
    for (const row of rows) {
      const isOpen = (): boolean => openSecret(row.sealed, context + row.key) === `plain ${row.key}`;
      if (!attempt(isOpen)) closed.push(`${table} ${row.key}`);
    }
  }
  vi.unstubAllEnvs();
  expect(values).toBe(connections + SINGLE);
  return closed;
}

/** What the audit's check says to somebody with this secret. */
async function verdictWith(secret: string): Promise<AuditVerdict> {
  vi.stubEnv("PORTICO_SECRET", secret);
  vi.resetModules();
  const { verifyAudit } = await import("#lib/features/audit/verification.ts");
  const verdict = await verifyAudit(db);
  vi.unstubAllEnvs();
  return verdict;
}

function attempt(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

const presentSecret = async (): Promise<string> => (await readFile(join(folder, "secret"), "utf8")).trim();
const rotate = (environment: Record<string, string>): Promise<Ended> =>
  runCommand("rotate-secret", [], environment);

test("every column of the database that holds something sealed is on the list", async () => {
  const { rows } = await sql.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%cipher%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});

describe("a rotation", () => {
  test("of the data folder's secret: everything opens with the new one alone, staff sign in anew, the audit is whole", async () => {
    await fill(MANY);
    expect(await rotate(inFolder())).toMatchObject({ code: 0 });
    const secret = await presentSecret();
    expect(secret).not.toBe(OLD);
    expect(await readdir(folder)).not.toContain("secret.previous");
    expect(await listClosed(secret)).toEqual([]);
    expect(await listClosed(OLD)).toHaveLength(MANY + SINGLE);
    expect(await db.staffSession.count({ where: { endedAt: null } })).toBe(0);
    const verified = await runCommand("audit", [], inFolder());
    expect(verified).toMatchObject(endedWith(0, "All 1 rows"));
  });

  test("of PORTICO_SECRET: refused until both are set, then the new one alone suffices, also for the audit", async () => {
    await fill();
    expect(await runCommand("audit", ["seal"], inEnvironment(OLD, ""))).toMatchObject({ code: 0 });
    expect(await rotate(inEnvironment(NEW, ""))).toMatchObject(endedWith(1, "PORTICO_SECRET_PREVIOUS"));
    expect(await listClosed(OLD)).toEqual([]);
    expect(await rotate(inEnvironment(NEW, OLD))).toMatchObject({ code: 0 });
    expect(await listClosed(NEW)).toEqual([]);
    expect(await presentSecret()).toBe(OLD);
    const verified = await runCommand("audit", [], inEnvironment(NEW, ""));
    expect(verified).toMatchObject(endedWith(0, "Rows up to 1 are older than the current secret"));
    expect(await verdictWith(OLD)).toMatchObject({ ok: false });
  });

  test("is refused while a Portico works on the database, and changes nothing then", async () => {
    await fill();
    await db.instance.create({ data: { id: newId(), host: "another machine", pid: 1 } });
    expect(await rotate(inFolder())).toMatchObject(endedWith(1, "another machine"));
    expect(await presentSecret()).toBe(OLD);
    expect(await listClosed(OLD)).toEqual([]);
  });
});

/**
 * Where the command is held until it is killed: rows that another session has locked, from the start of the work to its end. `npm test`
 * kills it between values and after the last of them.
 */
const HELD_AT = [
  { name: "in the third batch", lock: "select from connection order by id desc limit 1 for update" },
  { name: "before the audit is sealed", lock: "select pg_advisory_xact_lock(7025460311)" },
  { name: "before the first value", lock: "select from connection order by id limit 1 for update" },
  { name: "in another table", lock: "select from service_webhook for update" },
  { name: "before sessions end", lock: "select from staff_session for update" },
] as const;

test.for(HELD_AT.slice(0, repeatsOf(HELD_AT.length, 2)))(
  "killed $name, everything stays readable; run again, nothing is left of the old secret",
  async ({ lock }) => {
    await fill(MANY);
    await sql.query("begin");
    await sql.query(lock);
    const child = spawn(process.execPath, [...SHORT_PROCESS, "lib/boot/commands/rotate-secret.ts"], {
      env: { ...process.env, ...inFolder() },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    await until("the command is held", async () => {
      const [row] = await db.$queryRaw<{ held: boolean }[]>`
          select count(*) > 0 as held from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.held === true;
    });
    child.kill("SIGKILL");
    await ended;
    await sql.query("rollback");

    const [secret, previous] = [
      await presentSecret(),
      (await readFile(join(folder, "secret.previous"), "utf8")).trim(),
    ];
    expect(previous).toBe(OLD);
    expect(await listClosed(secret, previous)).toEqual([]);
    expect(await rotate(inFolder())).toMatchObject({ code: 0 });
    expect(await presentSecret()).toBe(secret);
    expect(await readdir(folder)).not.toContain("secret.previous");
    expect(await listClosed(secret)).toEqual([]);
    expect(await verdictWith(secret)).toMatchObject({ ok: true });
  },
);
