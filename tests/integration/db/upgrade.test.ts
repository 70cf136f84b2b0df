/**
 * A database filled by an earlier version: the migrations since then lose nothing, send nothing, and may be interrupted at every message
 * between Portico and PostgreSQL.
 */
import { afterAll, expect, test } from "vitest";
import { applyMigrations, listMigrations } from "#lib/db/migrate.ts";
import { connect } from "#tests/support/connected.ts";
import { createTestDatabase, query } from "#tests/support/database.ts";
import { createMessageCounter } from "#tests/support/fault-counter.ts";
import { startPostgresProxy } from "#tests/support/fault-postgres.ts";

/** The last migration of the version before clouds could be archived and people invited by lists. */
const EARLIER = "20261121122220_bulk_runs";

/** Rows as that version wrote them, including an open operation, a waiting email and a waiting invitation. */
const ROWS = `
  insert into staff (id, email, name, password_hash, role) values ('00000000-0000-4000-8000-000000000001', 'ada@x.example', 'Ada', 'h', 'ADMINISTRATOR');
  insert into staff_session (id, staff_id) values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001');
  insert into connection (id, name, kind, base_url, auth_url, realm, platform_url, client_id, secret_cipher, secret_last4, updated_at)
    values ('00000000-0000-4000-8000-000000000003', 'Live', 'LIVE', 'https://a', 'https://b', 'r', 'https://c', 'id', '\\x0102', 'last', '2026-01-02T03:04:05Z');
  insert into cloud (id, connection_id, service_id, name, sort_name) values
    ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', 7, 'Straße', 'straße');
  insert into project (id, cloud_id, service_id, name, sort_name, status) values
    ('00000000-0000-4000-8000-000000000005', '00000000-0000-4000-8000-000000000004', 8, 'P', 'p', 'A');
  insert into invitation (id, cloud_id, address, email, redirect_uri, state, evidence) values
    ('00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000004', 'a@x.example', 'A@x.example', 'https://c/cloud/7', 'WAITING', 'e');
  insert into operation (id, key, kind, connection_id, connection_revision, method, path, body, request_sha256, subject_key, title, context,
      actor_id, actor_name, state, updated_at) values
    ('00000000-0000-4000-8000-000000000007', 'k', 'INVITE', '00000000-0000-4000-8000-000000000003', 1, 'POST', '/cloud/7/invitation', '{"a": 1}', 's',
     'a', 'A', '{}', '00000000-0000-4000-8000-000000000001', 'Ada', 'UNKNOWN', now());
  insert into attempt (id, operation_id, n, lease_token, lease_until) values
    ('00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000007', 1, '00000000-0000-4000-8000-000000000009', now());
  insert into audit (seq, actor_name, action, object_type, object_id, outcome, request_id, prev_hash, hash) values
    (1, 'Ada', 'cloud.create', 'cloud', 'x', 'DONE', 'r', '${"0".repeat(64)}', 'h');
  insert into outbox_mail (id, message_id, recipient, subject, body_cipher) values
    ('00000000-0000-4000-8000-00000000000a', 'm', 'a@x.example', 's', '\\xff');
  insert into service_application (client_id, name, scopes) values ('app', 'App', '{cloud:manage}');
  insert into service_cloud (name, creator_app_id, updated_at) values ('Cloud', 1, now());
  insert into service_project (cloud_id, name, updated_at) values (1, 'P', now());
  insert into service_document (project_id, name, file_name, file_key, file_type, size, sha256, updated_at)
    values (1, 'd', 'd.ifc', 'k', 'ifc', 5, 's', now());
  insert into service_model (project_id, document_id, status, answers_key, updated_at) values (1, 1, 'C', 'a', now());`;

/** Each table that holds rows → its rows with their columns. */
async function readAll(url: string): Promise<Record<string, object[]>> {
  const tables = await query<{ name: string }>(
    url,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> '_prisma_migrations' order by 1",
  );
  const found: Record<string, object[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: object }>(url, `select to_jsonb(t) as row from "${name}" t order by 1`);
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

const database = await createTestDatabase({ migrated: false });
const { url } = database;
await applyMigrations(url, undefined, EARLIER);
await query(url, ROWS);
const before = await readAll(url);

afterAll(() => database.drop());

test("broken off at each message and started again: never half a migration, and complete in the end", async () => {
  const names = (await listMigrations()).map(({ name }) => name);
  const states: number[] = [];
  await using client = await connect(url);
  for (let at = 1; states.at(-1) !== names.length; at++) {
    const counter = createMessageCounter();
    const proxy = await startPostgresProxy(url, counter.judge);
    counter.arm({ breakage: "cut", at }, () => undefined);
    await applyMigrations(proxy.url).catch(() => undefined);
    await proxy.stop();
    const { rows: done } = await client.query<{ name: string }>(
      'select migration_name as name from "_prisma_migrations" order by 1',
    );
    expect(done.map(({ name }) => name)).toEqual(names.slice(0, done.length));
    states.push(done.length);
  }
  // The migration was interrupted often enough, and continued from where it was.
  expect(states.filter((count) => count < names.length).length).toBeGreaterThan(10);
  expect((await applyMigrations(url)).applied).toEqual([]);
});

test("every row that the earlier version wrote is there as it was, and nothing waits to be sent", async () => {
  await applyMigrations(url);
  const after = await readAll(url);
  expect(Object.keys(before).length).toBeGreaterThan(14);
  const [queue] = await query(url, "select to_regnamespace('graphile_worker')::text as name");
  expect(queue).toEqual({ name: null });
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [table, rows] of Object.entries(before)) expect(after[table], table).toMatchObject(rows);
});
