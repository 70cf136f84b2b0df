/** Rows of every kind that may wait for a person on the overview, inserted into a portal's database as the product would leave them. */
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type {
  ExportState,
  InvitationRunState,
  OperationState,
  PlanState,
  ProjectListState,
  RehearsalState,
  ServiceDeliveryState,
} from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { rememberModels } from "#lib/features/models/remembered.ts";
import type { ModelState } from "#lib/features/models/rules.ts";
import type { AttentionItem } from "#lib/core/attention.ts";
import { listAttention, listSuspicion } from "#lib/features/overview/attention.ts";
import { listDeliveryTrouble } from "#lib/service/operator/deliveries.ts";
import { consoleOperator } from "#lib/service/operator/operator.ts";
import { modelView } from "#tests/support/model-view.ts";
import { type Portal, startPortal } from "./portal.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const REFERENCE = "ref";

let portal: Portal;
let actor: Actor;
let cloudId = "";
let projectId = "";
let other = "";

/** A Cloud with two projects, where nothing waits. */
export async function openGround(): Promise<void> {
  portal = await startPortal();
  actor = await portal.actor();
  ({ cloudId } = await portal.makeCloud(actor, "Riem"));
  ({ projectId } = await portal.makeProject(actor, cloudId, "Haus A"));
  ({ projectId: other } = await portal.makeProject(actor, cloudId, "Haus B"));
  await clear();
}

export function closeGround(): Promise<void> {
  return portal.stop();
}

export const ground = () => ({ portal, actor, cloudId, projectId });

/** Removes everything that waits. */
export async function clear(): Promise<void> {
  const { db } = portal;
  for (const table of [db.rehearsal, db.invitationRun, db.projectList, db.plan, db.exportRun, db.bulkRun])
    await (table as { deleteMany: () => Promise<unknown> }).deleteMany();
  for (const table of [db.attempt, db.operation, db.invitation, db.connectionCheck, db.requestRecord])
    await (table as { deleteMany: () => Promise<unknown> }).deleteMany();
  for (const table of [db.modelList, db.outboxMail, db.refusal, db.serviceWebhook])
    await (table as { deleteMany: () => Promise<unknown> }).deleteMany();
  await db.cloud.updateMany({ data: { missingSince: null } });
  await db.project.updateMany({ data: { missingSince: null } });
}

export const ago = (ms: number): Date => new Date(Date.now() - ms);
const by = () => ({ actorId: actor.staffId, actorName: actor.name, reference: REFERENCE });

/** All the data behind an administrator's overview. */
export async function all(): Promise<AttentionItem[]> {
  const operator = consoleOperator("tests");
  return [
    ...(await listSuspicion(portal.db)),
    ...(await listAttention(portal.db)),
    ...(await listDeliveryTrouble(operator)),
  ];
}

export async function putOperation(state: OperationState, at = ago(HOUR_MS)): Promise<string> {
  const id = newId();
  await portal.db.operation.create({
    data: {
      id,
      key: id,
      kind: "CREATE_PROJECT",
      connectionId: portal.connectionId,
      connectionRevision: 1,
      method: "POST",
      path: "/cloud/1/project",
      body: {},
      requestSha256: "0".repeat(64),
      subjectKey: `project:${id}`,
      title: "Haus C",
      context: {},
      actorId: actor.staffId,
      actorName: actor.name,
      state,
      stateSince: at,
      createdAt: at,
      cause: "It was refused.",
    },
  });
  return id;
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

export async function putExport(state: ExportState, fields: ExportFields = {}): Promise<void> {
  await portal.db.exportRun.create({
    data: {
      id: newId(),
      projectId,
      modelServiceId: 1n,
      modelName: "M1.ifc",
      ifcClass: "IfcDoor",
      profile: "programs",
      state,
      fileName: "x.csv",
      createdAt: ago(HOUR_MS),
      ...fields,
      ...by(),
    },
  });
}

export async function putBulk(failed: number): Promise<void> {
  const id = newId();
  const facts = { cloudId, classes: ["IfcDoor"], profile: "programs", models: failed + 1, leftOut: [] };
  await portal.db.bulkRun.create({ data: { id, ...facts, createdAt: ago(HOUR_MS), ...by() } });
  await putExport("DONE", { bulkId: id });
  for (let i = 0; i < failed; i += 1) await putExport("FAILED", { bulkId: id });
}

type Row = { operation?: OperationState; heldBack?: Sentence; isIncluded?: boolean };

export async function putPeople(state: InvitationRunState, rows: readonly Row[] = []): Promise<void> {
  const id = newId();
  const at = { createdAt: ago(HOUR_MS), stateSince: ago(HOUR_MS) };
  await portal.db.invitationRun.create({
    data: { id, key: id, cloudId, state, lines: rows.length, ...at, ...by() },
  });
  for (const [index, { operation, heldBack = null, isIncluded = true }] of rows.entries())
    await portal.db.invitationRunRow.create({
      data: {
        id: newId(),
        runId: id,
        n: index + 1,
        line: index + 1,
        typed: "a@campus.example",
        verdict: "GOOD",
        detail: "",
        isIncluded,
        ...stored("heldBack", heldBack),
        operationId: operation === undefined ? null : await putOperation(operation),
      },
    });
}

export async function putProjects(state: ProjectListState, rows: readonly Row[] = []): Promise<void> {
  const id = newId();
  const at = { createdAt: ago(HOUR_MS), stateSince: ago(HOUR_MS) };
  await portal.db.projectList.create({ data: { id, key: id, cloudId, state, ...at, ...by() } });
  for (const [index, { operation, heldBack = null }] of rows.entries())
    await portal.db.projectListRow.create({
      data: {
        id: newId(),
        listId: id,
        n: index + 1,
        line: index + 1,
        name: "Haus",
        fields: {},
        verdict: "GOOD",
        detail: "",
        isIncluded: true,
        ...stored("heldBack", heldBack),
        operationId: operation === undefined ? null : await putOperation(operation),
      },
    });
}

export async function putPlan(state: PlanState, step?: Row & { isPassed?: boolean }): Promise<string> {
  const id = newId();
  const at = { createdAt: ago(HOUR_MS), stateSince: ago(HOUR_MS) };
  await portal.db.plan.create({
    data: { id, key: id, connectionId: portal.connectionId, name: "Riem", state, ...at, ...by() },
  });
  if (step !== undefined)
    await portal.db.planStep.create({
      data: {
        id: newId(),
        planId: id,
        n: 1,
        kind: "CREATE_CLOUD",
        title: "Riem",
        fields: {},
        detail: "",
        isIncluded: true,
        isPassed: step.isPassed ?? false,
        ...stored("heldBack", step.heldBack ?? null),
        operationId: step.operation === undefined ? null : await putOperation(step.operation),
      },
    });
  return id;
}

export async function putRehearsal(state: RehearsalState): Promise<void> {
  const facts = { script: {}, actorName: actor.name, startedAt: ago(HOUR_MS), problem: "It broke off." };
  await portal.db.rehearsal.create({
    data: { id: newId(), planId: await putPlan("DRAFT"), state, ...facts },
  });
}

export async function putDelivery(state: ServiceDeliveryState): Promise<void> {
  const cloud = await portal.db.serviceCloud.findFirstOrThrow();
  const application = await portal.db.serviceApplication.findFirstOrThrow();
  const webhook = await portal.db.serviceWebhook.create({
    data: { cloudId: cloud.id, applicationId: application.id, events: [], url: "http://127.0.0.1:9/" },
  });
  await portal.db.serviceWebhookDelivery.create({
    data: { id: newId(), webhookId: webhook.id, event: "model.ready", body: "{}", state, attempts: 6 },
  });
}

export async function putInvitation(
  stateSince: Date,
  state: "WAITING" | "JOINED" = "WAITING",
): Promise<void> {
  const id = newId();
  const address = `${id}@campus.example`;
  await portal.db.invitation.create({
    data: {
      id,
      cloudId,
      address,
      email: address,
      redirectUri: "https://platform.example/cloud/1",
      state,
      evidence: "listed",
      stateSince,
    },
  });
}

export async function putCheck(stoppedAt: number | null, at = new Date()): Promise<void> {
  const facts = { purpose: "CONNECTION", revision: 1, rungs: [{}, {}, {}], durationMs: 5, at } as const;
  await portal.db.connectionCheck.create({
    data: { id: newId(), connectionId: portal.connectionId, stoppedAt, actorName: actor.name, ...facts },
  });
}

/** As many calls of one moment as `count`. */
export async function putCalls(
  status: number | null,
  { at = new Date(), count = 1, durationMs = 5 } = {},
): Promise<void> {
  const call = {
    at,
    connectionId: portal.connectionId,
    connectionRevision: 1,
    method: "GET",
    path: "/cloud",
    status,
    durationMs,
    responseBytes: 0n,
  };
  await portal.db.requestRecord.createMany({ data: Array.from({ length: count }, () => call) });
}

export async function putMail(attempts: number): Promise<void> {
  const id = newId();
  await portal.db.outboxMail.create({
    data: {
      id,
      messageId: id,
      recipient: "a@campus.example",
      subject: "s",
      attempts,
      lastError: "No answer.",
    },
  });
}

export async function putMissing(kind: "cloud" | "projects"): Promise<void> {
  const data = { missingSince: ago(HOUR_MS) };
  if (kind === "cloud") await portal.db.cloud.updateMany({ where: { id: cloudId }, data });
  else await portal.db.project.updateMany({ data });
}

/** A refused operation that somebody has repeated successfully since. */
export async function putRefusedThenDone(): Promise<void> {
  const refused = await putOperation("REFUSED");
  const done = await putOperation("DONE", ago(0));
  const { subjectKey } = await portal.db.operation.findUniqueOrThrow({ where: { id: refused } });
  await portal.db.operation.update({ where: { id: done }, data: { subjectKey } });
}
