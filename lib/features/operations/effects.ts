/**
 * What a settled operation changes in the registry, in the transaction that settles it. The only place where answers of
 * creating calls become registry rows, so that the replay after a crash does exactly the same.
 */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { Sentence } from "#lib/core/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, InvitationState, OperationModel, OperationState } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { addVersion } from "#lib/features/versions/registry.ts";
import { tellSettled } from "./listeners.ts";
import { contextSchema, type OperationContext, type OperationResult } from "./schema.ts";
import { subjectName } from "./policy.ts";

const EXISTS: readonly OperationState[] = ["DONE", "RESOLVED_DONE", "DUPLICATE_FOUND"];

type Change = { state: OperationModel["state"]; cause: Sentence | null; result: OperationResult | null };

/** Applies a change of state; returns the registry row it made or touched. */
export async function applyEffect(tx: Db, operation: OperationModel, change: Change): Promise<string | null> {
  const context = contextSchema.parse(operation.context);
  await tellSettled(tx, operation, change.state);
  const isDone = EXISTS.includes(change.state);
  if (change.state === "DONE") await proveCloud(tx, context);
  if (operation.kind === "INVITE") return applyInvitation(tx, context, change);
  const { result } = change;
  if (isDone && operation.kind === "UPLOAD") await addUploaded(tx, operation, context, result);
  if (!isDone || result === null || result.serviceId === null) return null;
  const serviceId = BigInt(result.serviceId);
  if (operation.kind === "CREATE_CLOUD") return addCloud(tx, operation, serviceId, result);
  if (operation.kind === "CREATE_PROJECT") return addProject(tx, operation, context, serviceId, result);
  return null;
}

/** The service has done something in this cloud: a number that was only typed in is the right one. */
async function proveCloud(tx: Db, { cloudId }: OperationContext): Promise<void> {
  if (cloudId === undefined) return;
  await tx.cloud.updateMany({
    where: { id: cloudId, unverifiedSince: { not: null } },
    data: { unverifiedSince: null },
  });
}

async function addCloud(
  tx: Db,
  operation: OperationModel,
  serviceId: bigint,
  result: OperationResult,
): Promise<string> {
  const name = result.name ?? operation.title;
  const { connectionId, actorId } = operation;
  const row = await tx.cloud.upsert({
    where: { connectionId_serviceId: { connectionId, serviceId } },
    create: {
      id: newId(),
      connectionId,
      serviceId,
      name,
      sortName: subjectName(name),
      createdById: actorId,
      createdAt: now(),
    },
    update: { createdById: actorId, missingSince: null },
    select: { id: true },
  });
  return row.id;
}

async function addProject(
  tx: Db,
  operation: OperationModel,
  context: OperationContext,
  serviceId: bigint,
  result: OperationResult,
): Promise<string | null> {
  const { cloudId } = context;
  if (cloudId === undefined) return null;
  const name = result.name ?? operation.title;
  const body = operation.body as Record<string, unknown>;
  const row = await tx.project.upsert({
    where: { cloudId_serviceId: { cloudId, serviceId } },
    create: {
      id: newId(),
      cloudId,
      serviceId,
      name,
      sortName: subjectName(name),
      description: textOf(body["description"]),
      status: textOf(body["status"]) ?? "A",
      logo: textOf(body["logo"]),
      parentServiceId: idOf(body["parent_id"]),
      mainModelId: idOf(body["main_model_id"]),
      createdById: operation.actorId,
      createdAt: now(),
    },
    update: { createdById: operation.actorId, missingSince: null },
    select: { id: true },
  });
  return row.id;
}

/** A model that was uploaded as the next version of another one; where its number is not known, its service may tell of it later. */
async function addUploaded(
  tx: Db,
  operation: OperationModel,
  { projectId, replaces, fileName }: OperationContext,
  result: OperationResult | null,
): Promise<void> {
  const modelId = result?.modelId ?? null;
  if (projectId === undefined || replaces === undefined || modelId === null) return;
  const { addedAt } = replaces;
  await addVersion(tx, {
    projectId,
    replaced: { ...replaces, addedAt: addedAt === null ? null : new Date(addedAt) },
    version: {
      modelId,
      documentId: result?.serviceId ?? null,
      fileName: fileName ?? operation.title,
      addedAt: operation.createdAt,
    },
    addedByName: operation.actorName,
  });
}

async function applyInvitation(tx: Db, context: OperationContext, change: Change): Promise<string | null> {
  const { invitationId } = context;
  if (invitationId === undefined) return null;
  const { state, evidence } = invitationWords(context, change);
  const serviceId = change.result?.serviceId ?? null;
  const role = change.result?.role ?? null;
  const isMailAsked = change.state === "DONE" || change.state === "RESOLVED_DONE";
  await tx.invitation.update({
    where: { id: invitationId },
    data: {
      state,
      ...stored("evidence", evidence),
      stateSince: now(),
      ...(isMailAsked ? { mailsAsked: { increment: 1 }, lastMailAt: now() } : {}),
      ...(serviceId === null ? {} : { serviceId: BigInt(serviceId) }),
      ...(role === null ? {} : { role }),
    },
  });
  return invitationId;
}

function invitationWords(
  context: OperationContext,
  change: Change,
): { state: InvitationState; evidence: Sentence } {
  const before = context.invitationBefore;
  const cause = change.cause ?? "";
  switch (change.state) {
    case "DONE":
    case "DONE_ID_LOST":
      return {
        state: "WAITING",
        evidence: say("The service accepted it and sends the mail; whether the mail arrived is not known."),
      };
    case "RESOLVED_DONE":
    case "DUPLICATE_FOUND":
      return { state: "WAITING", evidence: cause };
    case "ALREADY":
      return {
        state: "JOINED",
        evidence:
          cause === ""
            ? say("Nothing was sent; the person's rights are as they were.")
            : say("{cause} Nothing was sent; the person's rights are as they were.", { cause }),
      };
    case "UNKNOWN":
    case "ABANDONED":
      return { state: "UNKNOWN", evidence: cause };
    case "REFUSED":
    case "RESOLVED_ABSENT":
    case "NOT_SENT":
    case "HELD":
    case "DISCARDED":
      // A further mail that did not go out leaves the invitation where it was.
      if (before === "WAITING") {
        return { state: "WAITING", evidence: say("Another mail did not go out: {cause}", { cause }) };
      }
      return { state: change.state === "REFUSED" ? "REFUSED" : "NOT_SENT", evidence: cause };
    default:
      return { state: "SENDING", evidence: say("Written down; the call to the service is under way.") };
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function idOf(value: unknown): bigint | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : null;
}
