/**
 * A portal of the test file that imports this: a Cloud with two projects, where nothing waits at the start of a test; and rows of every kind
 * that may wait for a person on the overview, inserted into its database as the product would leave them.
 */
import { afterAll, afterEach } from "vitest";
import { newId } from "#lib/core/ids.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type {
  ExportState,
  InvitationRunState,
  InvitationState,
  OperationState,
  PlanState,
  ProjectListState,
  RehearsalState,
  ServiceDeliveryState,
} from "#lib/db/client.ts";
import { written } from "#lib/db/stored-sentence.ts";
import { rememberModels } from "#lib/features/models/remembered.ts";
import type { ModelState } from "#lib/features/models/rules.ts";
import type { AttentionItem } from "#lib/core/attention.ts";
import { listAttention, listSuspicion } from "#lib/features/overview/attention.ts";
import { listDeliveryTrouble } from "#lib/service/operator/deliveries.ts";
import { consoleOperator } from "#lib/service/operator/operator.ts";
import { connect } from "#tests/support/connected.ts";
import { readColumns } from "#tests/support/filled-database.ts";
import { modelView } from "#tests/support/model-view.ts";
import { insertFilled, type PlantedRow } from "#tests/support/planted-rows.ts";
import { usePortal } from "./portal.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const portal = await usePortal();
export const actor = await portal.actor();
export const { cloudId } = await portal.makeCloud(actor, "Riem");
export const { projectId } = await portal.makeProject(actor, cloudId, "Haus A");
const { projectId: other } = await portal.makeProject(actor, cloudId, "Haus B");
const client = await connect(portal.service.databaseUrl);
const columns = Map.groupBy(await readColumns(client), ({ table }) => table);
/** By table, what the rows of other tables belong to. */
const owners = new Map<string, PlantedRow>([
  ["connection", { id: portal.connectionId }],
  ["cloud", { id: cloudId }],
  ["project", { id: projectId }],
  ["service_cloud", await portal.db.serviceCloud.findFirstOrThrow()],
  ["service_application", await portal.db.serviceApplication.findFirstOrThrow()],
]);
await clear();
afterEach(clear);
afterAll(() => client.end());

/** Removes everything that waits. */
async function clear(): Promise<void> {
  const lists = ["rehearsal", "invitation_run", "project_list", "plan", "export_run", "bulk_run"];
  const records = ["attempt", "operation", "invitation", "connection_check", "request_record"];
  const others = ["model_list", "outbox_mail", "refusal", "service_webhook"];
  for (const table of [...lists, ...records, ...others]) await client.query(`delete from ${table}`);
  for (const table of ["cloud", "project"]) await client.query(`update ${table} set missing_since = null`);
}

export const ago = (ms: number): Date => new Date(Date.now() - ms);

/** All the data behind an administrator's overview. */
export async function all(): Promise<AttentionItem[]> {
  const operator = consoleOperator("tests");
  return [
    ...(await listSuspicion(portal.db)),
    ...(await listAttention(portal.db)),
    ...(await listDeliveryTrouble(operator)),
  ];
}

/** Adds a row; what is not said of it is filled by type. Returns its id. */
async function put(table: string, row: PlantedRow): Promise<string> {
  const { id } = await insertFilled(client, table, columns.get(table) ?? [], row, owners);
  return String(id);
}

const hourAgo = () => ({ created_at: ago(HOUR_MS), state_since: ago(HOUR_MS) });

export async function putOperation(state: OperationState, more: PlantedRow = {}): Promise<string> {
  const what = { key: newId(), kind: "CREATE_PROJECT", title: "Haus C", body: "{}", context: "{}" };
  return put("operation", { ...what, state, cause: "It was refused.", ...hourAgo(), ...more });
}

/** The models of either project. */
export async function putModels(states: readonly ModelState[], isOther = false): Promise<void> {
  // Long ago, but still failed.
  const updatedAt = ago(40 * DAY_MS).toISOString();
  const models = states.map((state, index) =>
    modelView(index + 1, { state, errors: ["It was cut off."], updatedAt }),
  );
  await rememberModels(isOther ? other : projectId, models, new Date());
}

type ExportFields = { bulkId?: string; rowsTotal?: number; createdAt?: Date };

export async function putExport(
  state: ExportState,
  { bulkId, rowsTotal, createdAt = ago(HOUR_MS) }: ExportFields = {},
): Promise<void> {
  const what = { profile: "programs", bulk_id: bulkId, rows_total: rowsTotal };
  await put("export_run", { ...what, state, created_at: createdAt });
}

export async function putBulk(failed: number): Promise<void> {
  const wish = { classes: ["IfcDoor"], profile: "programs", project_id: null, left_out: "[]" };
  const bulkId = await put("bulk_run", { ...wish, models: failed + 1, created_at: ago(HOUR_MS) });
  await putExport("DONE", { bulkId });
  for (let i = 0; i < failed; i += 1) await putExport("FAILED", { bulkId });
}

type Row = {
  operation?: OperationState;
  heldBack?: Sentence;
  isIncluded?: boolean;
  isPassed?: boolean;
  /** Of an invitation; null: erased. */
  address?: string | null;
};

/** A row of a list, or a step of a plan, that came to this. */
async function putRow(table: string, of: PlantedRow, { operation, heldBack, ...row }: Row): Promise<void> {
  const reason = heldBack === undefined ? { text: null, said: null } : written(heldBack);
  await put(table, {
    ...of,
    is_included: row.isIncluded ?? true,
    held_back: reason.text,
    held_back_said: reason.said,
    operation_id: operation === undefined ? null : await putOperation(operation),
  });
}

export async function putPeople(state: InvitationRunState, rows: readonly Row[] = []): Promise<void> {
  const id = await put("invitation_run", { key: newId(), state, started_at: ago(2 * HOUR_MS), ...hourAgo() });
  for (const [n, row] of rows.entries()) {
    const address = row.address === undefined ? `${newId()}@campus.example` : row.address;
    await putRow("invitation_run_row", { run_id: id, n, verdict: "GOOD", address }, row);
  }
}

export async function putProjects(state: ProjectListState, rows: readonly Row[] = []): Promise<void> {
  const id = await put("project_list", { key: newId(), state, ...hourAgo() });
  for (const [n, row] of rows.entries())
    await putRow("project_list_row", { list_id: id, n, verdict: "GOOD" }, row);
}

export async function putPlan(state: PlanState, step?: Row): Promise<string> {
  const id = await put("plan", { key: newId(), name: "Riem", state, ...hourAgo() });
  if (step !== undefined)
    await putRow("plan_step", { plan_id: id, kind: "CREATE_CLOUD", is_passed: step.isPassed ?? false }, step);
  return id;
}

export async function putRehearsal(state: RehearsalState): Promise<void> {
  await put("rehearsal", { plan_id: await putPlan("DRAFT"), state, problem: "It broke off." });
}

export async function putDelivery(state: ServiceDeliveryState): Promise<void> {
  const id = await put("service_webhook", { url: "http://127.0.0.1:9/" });
  await put("service_webhook_delivery", { webhook_id: id, event: "model.ready", state, attempts: 6 });
}

export async function putInvitation(
  stateSince: Date,
  state: InvitationState = "WAITING",
  {
    address = `${newId()}@campus.example`,
    mailAt = stateSince,
  }: { address?: string; mailAt?: Date | null } = {},
): Promise<void> {
  const what = { state, state_since: stateSince, last_mail_at: mailAt };
  await put("invitation", { address, email: address, ...what });
}

export async function putCheck(stoppedAt: number | null, at = new Date()): Promise<void> {
  await put("connection_check", { purpose: "CONNECTION", rungs: "[{}, {}, {}]", stopped_at: stoppedAt, at });
}

/** As many calls of one moment as `count`. */
export async function putCalls(
  status: number | null,
  { at = new Date(), count = 1, durationMs = 5 } = {},
): Promise<void> {
  const call = { connection_id: portal.connectionId, at, method: "GET", path: "/cloud", status };
  for (let i = 0; i < count; i += 1) await put("request_record", { ...call, duration_ms: durationMs });
}

export async function putMail(attempts: number): Promise<void> {
  await put("outbox_mail", { message_id: newId(), attempts, last_error: "No answer." });
}

export async function putMissing(kind: "cloud" | "projects"): Promise<void> {
  const data = { missingSince: ago(HOUR_MS) };
  if (kind === "cloud") await portal.db.cloud.updateMany({ where: { id: cloudId }, data });
  else await portal.db.project.updateMany({ data });
}

/** A refused operation that somebody has repeated successfully since. */
export async function putRefusedThenDone(): Promise<void> {
  const subject = { subject_key: "project:c" };
  await putOperation("REFUSED", subject);
  await putOperation("DONE", { ...subject, created_at: ago(0), state_since: ago(0) });
}
