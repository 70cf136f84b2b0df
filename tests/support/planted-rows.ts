/**
 * Rows with a canary in each secret column (kept-columns.ts), one for each table that a small installation would leave empty, so that every
 * page has content. They cause no background work and can be removed again.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { Client } from "pg";
import { makeToken } from "#lib/auth/personal-token.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import { insertRow, readColumns, type Column } from "./filled-database.ts";
import { keptOf } from "./kept-columns.ts";

export type PlantedRow = Readonly<Record<string, unknown>>;

export type Planting = {
  /** For each table the row that the others belong to, planted or given. */
  rows: ReadonlyMap<string, PlantedRow>;
  /** All planted rows. */
  planted: readonly (readonly [table: string, row: PlantedRow])[];
  remove: () => Promise<void>;
};

/** An invited person's, for the cookie; its row has the hash. */
export const PLATFORM_SESSION = randomBytes(32).toString("base64url");
const TOKEN = makeToken();
/** For programs that read views. */
export const ACCESS_TOKEN = TOKEN.token;

const json = JSON.stringify;
const later = (): Date => new Date(Date.now() + 3_600_000);

/** Table → values with a meaning to the code that shows them, in an order in which references exist. Everything else is filled by type. */
const MEANT: readonly (readonly [table: string, given: PlantedRow])[] = [
  ["staff_identity", { issuer: "https://iam.example" }],
  ["password_reset", { expires_at: later() }],
  ["recovery_code", {}],
  [
    "staff_invitation",
    { email: `planted-${randomUUID()}@portico.example`, role: "VIEWER", expires_at: later() },
  ],
  ["instance", {}],
  ["setup_link", { used_at: new Date() }],
  ["sign_in_failure", {}],
  ["refusal", { kind: "SIGN_IN", network: "192.0.2.7", place: "password", reason: "password", tries: 1 }],
  [
    "personal_token",
    { token_hash: TOKEN.tokenHash, hint: TOKEN.hint, scope: "READING", expires_at: later() },
  ],
  [
    "element_view",
    {
      is_shared: true,
      content: json({ version: 1, content: { ifcClasses: ["IfcDoor"] } }),
    },
  ],
  ["connection_check", { rungs: "[]" }],
  ["person_removal", { state: "ENDED" }],
  ["invitation_run", { state: "ENDED" }],
  ["project_list", { state: "ENDED" }],
  ["plan", { state: "ENDED" }],
  [
    "operation",
    { kind: "CREATE_CLOUD", state: "DONE", method: "POST", path: "/cloud", body: json({ name: "Planted" }) },
  ],
  ["attempt", { outcome: "DONE", lease_until: new Date(), ended_at: new Date() }],
  ["invitation_run_row", { is_included: true }],
  ["project_list_row", { is_included: true, fields: json({ name: "Planted", status: "A" }) }],
  ["plan_step", { kind: "CREATE_CLOUD", is_included: true, fields: "{}" }],
  ["rehearsal", { state: "DONE", list_id: null, ended_at: new Date() }],
  ["rehearsal_step", { outcome: "CREATED" }],
  ["bulk_run", { classes: ["IfcDoor"], profile: "programs", left_out: "[]", models: 1 }],
  [
    "export_run",
    { state: "DONE", profile: "programs", file_name: "planted.csv", ended_at: new Date(), bytes: 1 },
  ],
  ["outbox_mail", { delivered_at: new Date() }],
  ["mailbox_message", {}],
  ["service_secret", {}],
  ["service_user", { email: `planted-${randomUUID()}@people.example` }],
  ["service_password_reset", { expires_at: later() }],
  ["service_recovery_code", {}],
  ["service_user_session", { id_hash: sha256Hex(PLATFORM_SESSION) }],
  ["service_member", { role: 100 }],
  ["service_webhook", { url: "https://receiver.example/hook", events: ["project.creation"] }],
  ["service_webhook_delivery", { state: "DELIVERED", event: "project.creation", ended_at: new Date() }],
];

/** `given`: existing rows by table, which the planted ones belong to. */
export async function plantRows(
  client: Client,
  given: Readonly<Record<string, PlantedRow>>,
): Promise<Planting> {
  const columns = Map.groupBy(await readColumns(client), ({ table }) => table);
  const rows = new Map(Object.entries(given));
  const planted: [table: string, row: PlantedRow][] = [];
  const plant = async (table: string, its: PlantedRow): Promise<PlantedRow> => {
    const row = await insertFilled(client, table, columns.get(table) ?? [], its, rows, keptOf(table));
    planted.unshift([table, row]);
    return row;
  };
  // One more of each, besides the person who looks and the connection in use.
  const colleague = await plant("staff", {
    email: `planted-${randomUUID()}@portico.example`,
    role: "VIEWER",
    totp_since: new Date(),
  });
  await plant("connection", { kind: "LIVE", base_url: "https://planted.example", archived_at: new Date() });
  for (const [table, its] of MEANT) {
    const ofColleague = ["staff_identity", "password_reset", "recovery_code"].includes(table);
    const owner = ofColleague ? { staff_id: colleague["id"] } : {};
    const row = await plant(table, Object.assign(owner, its));
    if (!(table in given)) rows.set(table, row);
  }
  const job = await plantJob(client);
  return {
    rows,
    planted: [...planted, ...job.planted],
    remove: async () => {
      await job.remove();
      for (const [table, row] of planted) await remove(client, table, columns.get(table) ?? [], row);
    },
  };
}

/** Not due while anybody looks. */
async function plantJob(client: Client): Promise<Pick<Planting, "planted" | "remove">> {
  const canary = `canary-${randomUUID()}`;
  const queue = `queue of ${canary}`;
  await client.query(
    `select graphile_worker.add_job('planted', payload => $1::json, queue_name => $2, run_at => now() + interval '1 day', job_key => $3,
       flags => array[$3])`,
    [json({ canary }), queue, canary],
  );
  const job = await client.query<PlantedRow>(
    "update graphile_worker._private_jobs set last_error = $1, locked_by = $1 where key = $1 returning *",
    [canary],
  );
  const its = await client.query<PlantedRow>(
    "update graphile_worker._private_job_queues set locked_by = $1 where queue_name = $2 returning *",
    [canary, queue],
  );
  return {
    planted: [
      ["graphile_worker._private_jobs", job.rows[0] ?? {}],
      ["graphile_worker._private_job_queues", its.rows[0] ?? {}],
    ],
    remove: async () => {
      await client.query("delete from graphile_worker._private_jobs where key = $1", [canary]);
      await client.query("delete from graphile_worker._private_job_queues where queue_name = $1", [queue]);
    },
  };
}

/** Adds a row of which `its` has the values with a meaning; the rest is filled by type, and references lead to `rows`. */
export async function insertFilled(
  client: Client,
  table: string,
  columns: readonly Column[],
  its: PlantedRow,
  rows: ReadonlyMap<string, PlantedRow>,
  kept: readonly string[] = [],
): Promise<PlantedRow> {
  const values = columns.flatMap((column): [string, unknown][] => {
    const value = column.name in its ? its[column.name] : valueOf(column, kept.includes(column.name), rows);
    return value === undefined ? [] : [[column.name, value]];
  });
  return insertRow(client, table, values);
}

function valueOf(column: Column, isKept: boolean, rows: ReadonlyMap<string, PlantedRow>): unknown {
  const { name, type, isNullable, hasDefault, values, target, targetColumn } = column;
  if (target !== null) return rows.get(target)?.[targetColumn ?? "id"];
  if (!isKept && (isNullable || hasDefault)) return undefined;
  if (values !== null) return values[0];
  const canary = `canary-${randomUUID()}`;
  switch (type) {
    case "uuid":
      return randomUUID();
    case "text":
      return isKept ? canary : `planted ${name}`;
    case "integer":
    case "bigint":
      return 1;
    case "boolean":
      return false;
    case "timestamp with time zone":
      return new Date();
    case "jsonb":
      // Where a rehearsal stores what it tries out.
      return json({ cloud: { n: 0, name: canary }, platformUrl: "", steps: [] });
    case "bytea":
      return Buffer.from(canary);
    case "text[]":
      return isKept ? [canary] : [];
    default:
      throw new Error(`${column.table}.${name} is of type ${type}: say here what it shall hold`);
  }
}

async function remove(
  client: Client,
  table: string,
  columns: readonly Column[],
  row: PlantedRow,
): Promise<void> {
  const keys = columns.filter(({ isKey }) => isKey);
  const where = keys.map(({ name }, at) => `"${name}" = $${String(at + 1)}`).join(" and ");
  await client.query(
    `delete from "${table}" where ${where}`,
    keys.map(({ name }) => row[name]),
  );
}
