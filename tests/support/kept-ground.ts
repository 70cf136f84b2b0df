/**
 * The content in which no secret may be found: a Cloud with a project, a processed model and an invitation, made as people make them, and
 * the planted rows around them; and the secrets, by the column that contains them.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Client } from "pg";
import { connect } from "./connected.ts";
import { signInOverHttp } from "./http-sign-in.ts";
import { COLUMNS_OF, keptOf } from "./kept-columns.ts";
import { PIXEL_URL } from "./pixel.ts";
import { plantRows, type PlantedRow, type Planting } from "./planted-rows.ts";
import type { ProductAccess } from "./product.ts";
import { untilRead } from "./ready-model.ts";
import { callAction, readActionIds } from "./server-actions.ts";
import { openService } from "./service-caller.ts";
import { until } from "./until.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "ifc", "duplex-a-georef-revit2011.ifc");
const START_EXPORT = "app/_features/exports/actions.ts#startExportAction";
/** Empty unless a migration failed. */
const NEVER_FILLED = ["_prisma_migrations.logs"];

export type KeptGround = AsyncDisposable & {
  client: Client;
  /** The administrator's. */
  cookie: string;
  /** For each table, the row that pages show. */
  idOf: (table: string) => string;
  planting: Planting;
};

export async function makeKeptGround(product: ProductAccess): Promise<KeptGround> {
  await using opened = new AsyncDisposableStack();
  const client = opened.use(await connect(product.databaseUrl));
  const cookie = await signInOverHttp(product.origin, product);
  const planting = await plantRows(client, await makeThings(client, product, cookie));
  opened.defer(planting.remove);
  const kept = opened.move();
  return {
    client,
    cookie,
    planting,
    idOf: (table) => {
      const id = planting.rows.get(table)?.["id"];
      if (typeof id === "string" || typeof id === "number") return String(id);
      throw new Error(`There is no row of ${table}.`);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Creates things at the service and in the portal. @returns their rows by table */
async function makeThings(
  client: Client,
  product: ProductAccess,
  cookie: string,
): Promise<Record<string, PlantedRow>> {
  const one = async (query: string, values: unknown[]): Promise<PlantedRow | null> =>
    (await client.query<PlantedRow>(query, values)).rows[0] ?? null;
  const open = async (path: string): Promise<void> => {
    const answer = await fetch(product.origin + path, { headers: { cookie } });
    await answer.arrayBuffer();
  };
  const found = (table: string, column: string, value: unknown): Promise<PlantedRow> =>
    until(`${table} has its row`, () => one(`select * from ${table} where ${column} = $1`, [value]));
  const service = await openService(product);
  const name = `Kept ${randomUUID()}`;
  const made = await service.post("/cloud", { name });
  const project = await service.post(`/cloud/${String(made.id)}/project`, { name, logo: PIXEL_URL });
  const path = `/cloud/${String(made.id)}/project/${String(project.id)}`;
  const { model_id: modelId } = await service.upload(path, FIXTURE);
  await service.post(`/cloud/${String(made.id)}/invitation`, {
    email: `${randomUUID()}@people.example`,
    redirect_uri: `${product.origin}/platform/cloud/${String(made.id)}`,
  });
  await untilRead(service, path, [modelId]);
  const cloud = await until("the portal knows the Cloud", async () => {
    await open("/clouds");
    return one("select * from cloud where name = $1", [name]);
  });
  const place = `/clouds/${String(cloud["id"])}`;
  await open(place);
  const registered = await found("project", "name", name);
  const model = `${place}/projects/${String(registered["id"])}/models/${String(modelId)}`;
  await open(`${place}/projects/${String(registered["id"])}`);
  const snapshot = await until("the doors are read", async () => {
    await open(`${model}?type=IfcDoor`);
    return one("select * from snapshot where project_id = $1 and state = 'READY'", [registered["id"]]);
  });
  // Used only for sorting lists.
  for (const [table, { id }] of [
    ["cloud", cloud],
    ["project", registered],
  ] as const)
    await client.query(`update ${table} set sort_name = $1 where id = $2`, [`canary-${randomUUID()}`, id]);
  // Whose turn it was, which is lost once the model is processed.
  await client.query("update service_model set run_id = $1 where id = $2", [randomUUID(), modelId]);
  const runId = await exportTable(product.origin, model, { cookie, snapshotId: String(snapshot["id"]) });
  await until("the export is done", () =>
    one("select id from export_run where id = $1 and state = 'DONE'", [runId]),
  );
  return {
    snapshot,
    export_run: await found("export_run", "id", runId),
    cloud: await found("cloud", "id", cloud["id"]),
    project: await found("project", "id", registered["id"]),
    connection: await found("connection", "id", cloud["connection_id"]),
    staff: await found("staff", "email", product.adminEmail),
    service_application: await found("service_application", "client_id", product.serviceClientId),
    service_cloud: await found("service_cloud", "id", made.id),
    service_project: await found("service_project", "id", project.id),
    service_model: await found("service_model", "id", modelId),
    service_document: await found("service_document", "project_id", project.id),
    service_invitation: await found("service_invitation", "cloud_id", made.id),
  };
}

/** Exports like the button on the page of a table. @returns the run's id */
async function exportTable(
  origin: string,
  page: string,
  { cookie, snapshotId }: { cookie: string; snapshotId: string },
): Promise<string> {
  const action = (await readActionIds()).get(START_EXPORT);
  if (action === undefined) throw new Error(`${START_EXPORT} is not in the build.`);
  const fields = { key: randomUUID(), snapshotIds: snapshotId, profile: "programs" };
  const { text } = await callAction(origin, cookie, { ...action, address: page }, fields);
  const [, id] = /"run":\{"id":"([0-9a-f-]{36})"/.exec(text) ?? [];
  if (id === undefined) throw new Error(`The export was not started: ${text.slice(0, 500)}`);
  return id;
}

/** The secrets of each column, in every encoding in which they could leave. @throws Error for a column without content */
export async function collectKept({ client, planting }: KeptGround): Promise<Map<string, string[]>> {
  const kept = new Map<string, string[]>();
  for (const table of Object.keys(COLUMNS_OF)) {
    const own = planting.planted.flatMap(([each, row]) => (each === table ? [row] : []));
    const shown = planting.rows.get(table) ?? [];
    const rows = [own, shown].flat();
    const found = rows.length > 0 ? rows : await readNewest(client, table);
    for (const column of keptOf(table)) {
      const name = `${table}.${column}`;
      const needles = found.flatMap((row) => writingsOf(row[column]));
      if (needles.length > 0) kept.set(name, [...new Set(needles)]);
      else if (!NEVER_FILLED.includes(name))
        throw new Error(`${name} holds nothing that could be recognised.`);
    }
  }
  return kept;
}

async function readNewest(client: Client, table: string): Promise<PlantedRow[]> {
  return (await client.query<PlantedRow>(`select * from ${table} order by ctid desc limit 3`)).rows;
}

/** Short words occur in many texts. */
const LENGTH_MIN = 12;

function writingsOf(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return writingsOfBytes(value);
  if (typeof value === "string")
    return value.length < LENGTH_MIN ? [] : [value, ...writingsOfBytes(Buffer.from(value))];
  // Other values of an object may leave separately: ids of what it is about.
  const [canary] = /canary-[0-9a-f-]{36}/.exec(JSON.stringify(value ?? null)) ?? [];
  return canary === undefined ? [] : writingsOf(canary);
}

function writingsOfBytes(bytes: Buffer): string[] {
  const writings = [bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")];
  const text = bytes.toString("utf8");
  return [
    // The last letters of base64 depend on what follows.
    ...writings.map((each) => each.slice(0, -4)),
    [...bytes.subarray(0, LENGTH_MIN)].join(","),
    ...(Buffer.from(text).equals(bytes) ? [text] : []),
  ];
}
