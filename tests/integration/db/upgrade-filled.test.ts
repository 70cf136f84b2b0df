/**
 * Databases of earlier versions with rows in every table of that time, in every state. After the upgrade and a start of all background
 * work, each row is still there; settled operations are unchanged, interrupted ones are marked as uncertain, the audit's chain is valid,
 * and nothing was sent to anybody.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { applyMigrations, listMigrations } from "#lib/db/migrate.ts";
import { CHAIN_START, chainHash } from "#lib/audit/chain.ts";
import { sealClientSecret } from "#lib/service/client/connection.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { fillEveryTable, idOf, ROWS_EACH, type Meant } from "#tests/support/filled-database.ts";
import { closeAll, listen } from "#tests/support/listen.ts";
import { POLITE, startRawSmtp } from "#tests/support/raw-smtp.ts";
import { listChanges, readRows, type Row } from "#tests/support/kept-rows.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { SHORT_PROCESS } from "#tests/support/short-process.ts";

const SECRET = "a secret of the upgrade tests, long enough";
/** Versions by the number of migrations since. Before the oldest, tables were recreated. */
const BACK = [1, 6, 14] as const;

/** Method and path of every call that was sent to anybody. */
const calls: string[] = [];
const databases: TestDatabase[] = [];

process.env["PORTICO_SECRET"] = SECRET;
const scratch = await useScratchFolder("upgrade");
const smtp = await startRawSmtp();
smtp.reply = POLITE;
const service = createServer((request, response) => {
  calls.push(`${request.method ?? ""} ${request.url ?? ""}`);
  request.resume();
  const isToken = request.url?.endsWith("/token") === true;
  response.writeHead(isToken ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(isToken ? { access_token: "t", expires_in: 300 } : { detail: "Not found." }));
});
const origin = `http://127.0.0.1:${String(await listen(service))}`;
afterAll(async () => {
  for (const database of databases) await database.drop();
  await smtp.stop();
  await closeAll(service);
});

/** Values that have a meaning to the starting code; everything else may hold anything. */
function meant(): Meant {
  const audit = chain();
  const passed = (): Date => new Date(Date.now() - 3_600_000);
  return {
    staff: { email: (n) => `person-${String(n)}@upgrade.example`, disabled_at: () => null },
    connection: {
      kind: () => "LIVE",
      base_url: () => origin,
      auth_url: () => origin,
      realm: () => "portico",
      platform_url: () => origin,
      archived_at: () => null,
      secret_cipher: (n) => Buffer.from(sealClientSecret(idOf("connection", n), "the client's secret")),
    },
    cloud: { missing_since: () => null, deleted_at: () => null },
    operation: {
      body: (n) => JSON.stringify({ name: `n ${String(n)}` }),
      context: (n) =>
        JSON.stringify({
          cloudId: idOf("cloud", n),
          cloudServiceId: n + 1,
          projectId: idOf("project", n),
          projectServiceId: n + 1,
        }),
      path: () => "/cloud",
      method: () => "POST",
      result: () => null,
      quiet_until: passed,
      state_since: passed,
      unlisted_since: () => null,
    },
    attempt: { lease_until: passed, outcome: (n) => (n === SENDING ? null : "DONE"), evidence: () => null },
    audit: Object.fromEntries(
      ["seq", "at", "actor_id", "actor_name", "action", "object_type", "object_id", "before", "after"]
        .concat(["outcome", "request_id", "operation_id", "prev_hash", "hash", "mac"])
        .map((name) => [name, (n: number) => audit[n]?.[name]]),
    ),
    service_webhook: { url: () => `${origin}/webhook`, secret_cipher: () => null },
  };
}

/** The row of "operation" that was being sent when the earlier version was stopped: the third of its states. */
const SENDING = 2;
const PREPARED = 0;

const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Rows of the audit, chained as the portal chains them. */
function chain(): Row[] {
  let prevHash = CHAIN_START;
  return Array.from({ length: ROWS_EACH }, (_, n): Row => {
    const content = {
      seq: BigInt(n + 1),
      at: new Date(Date.now() - (ROWS_EACH - n) * 60_000),
      actorId: idOf("staff", n),
      actorName: "Ada",
      action: "cloud.create",
      objectType: "cloud",
      objectId: idOf("cloud", n),
      before: null,
      after: { name: `Cloud ${String(n)}` },
      outcome: "DONE" as const,
      requestId: `r${String(n)}`,
      operationId: idOf("operation", n),
    };
    const hash = chainHash(prevHash, content);
    const columns = Object.entries(content).map(([name, value]) => [columnOf(name), value]);
    const row: Row = { ...Object.fromEntries(columns), prev_hash: prevHash, hash, mac: null };
    prevHash = hash;
    return { ...row, after: JSON.stringify(content.after) };
  });
}

/**
 * The environment names no connections any more, and the rows of those it once named say so; people's lists were asked for, which this
 * service does not have.
 */
const EXPECTED =
  /^(?:connection .*(?:is_configured|updated_at)|cloud .*invitations_tried_at|project .*people_tried_at)$/;

/** What resumes automatically after a start, or is found to have been interrupted. */
const UNDER_WAY: Readonly<Record<string, (row: Row) => boolean>> = {
  attempt: ({ outcome }) => outcome === null,
  operation: ({ state }) => state === "PREPARED" || state === "SENDING",
  snapshot: ({ state }) => state === "READING",
  export_run: ({ state }) => ["QUEUED", "READING", "WRITING", "VERIFYING"].includes(String(state)),
  service_model: ({ status }) => ["P", "W", "I"].includes(String(status)),
};

/** Starts the present portal on a database and lets it do all its automatic work. */
async function runPortal(url: string): Promise<{ swept: Row; verdict: Row }> {
  const child = spawn(process.execPath, [...SHORT_PROCESS, "tests/support/upgraded-process.ts"], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORTICO_SECRET: SECRET,
      PORTICO_DATA_DIR: join(scratch, new URL(url).pathname),
      PORTICO_WEBHOOK_NETWORKS: "127.0.0.0/8",
      SMTP_URL: smtp.url,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const message = once(child, "message") as Promise<[{ swept: Row; verdict: Row }]>;
  expect(await once(child, "exit")).toEqual([0, null]);
  return (await message)[0];
}

test.for(BACK)("a database %i migrations back", async (back) => {
  const names = (await listMigrations()).map(({ name }) => name);
  const database = await createTestDatabase({ migrated: false });
  databases.push(database);
  await applyMigrations(database.url, undefined, names.at(-1 - back) ?? "");
  const tables = await fillEveryTable(database.url, meant(), ["audit_anchor", "audit_retention", "instance"]);
  const before = await readRows(database.url, tables);
  expect((await applyMigrations(database.url)).applied).toEqual(names.slice(-back));
  const upgraded = await readRows(database.url, tables);
  expect(listChanges(before, upgraded)).toEqual([]);

  const { verdict } = await runPortal(database.url);
  expect(calls.filter((call) => !call.startsWith("GET ") && !call.endsWith("/token"))).toEqual([]);
  expect(smtp.commands).toEqual([]);
  // The earlier chain is unchanged, and a row with a MAC represents it.
  expect(verdict).toMatchObject({ ok: true, sealedTo: String(ROWS_EACH) });
  const after = await readRows(database.url, tables);
  const changes = listChanges(before, after, UNDER_WAY);
  expect(changes.filter((change) => !EXPECTED.test(change))).toEqual([]);
  const stateOf = (n: number): unknown => after["operation"]?.get(idOf("operation", n))?.["state"];
  expect([stateOf(PREPARED), stateOf(SENDING)]).toEqual(["HELD", "UNKNOWN"]);
  // Nothing was tried again.
  expect(after["attempt"]?.size).toBe(ROWS_EACH);
});
