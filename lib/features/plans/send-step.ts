/**
 * Records one step of a plan as an operation, with the numbers of its parents, and sends it once. The operation and the step's link to it
 * are one transaction.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { AppError, conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type OperationModel, type PlanStepModel } from "#lib/db/client.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { cloudSubmission } from "#lib/features/clouds/operation.ts";
import { submitInvitation } from "#lib/features/invitations/sending.ts";
import { noteContent } from "#lib/features/models/uploads/same-content.ts";
import { uploadSubmission } from "#lib/features/models/operation.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation, type Linking } from "#lib/features/operations/submitting.ts";
import {
  cloudNumberOf,
  contextSchema,
  projectNumberOf,
  resultSchema,
  type OperationResult,
  type Submission,
} from "#lib/features/operations/rules/schema.ts";
import type { OperationView } from "#lib/features/operations/queries.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";
import { projectFieldsSchema } from "#lib/features/projects/schema.ts";
import { projectSubmission } from "#lib/features/projects/operation.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { dropFile } from "./files.ts";
import type { Plan } from "./kind.ts";
import { GOOD_STATES, modelFieldsSchema, personFieldsSchema } from "./schema.ts";

export type StepWithOperation = PlanStepModel & { operation: OperationModel | null };

/** Returns the operation's id. @throws AppError CONFLICT when there must be no operation, VALIDATION; what `link` throws */
export async function submitStep(
  plan: Plan,
  actor: Actor,
  step: StepWithOperation,
  key: string,
  link: Linking,
): Promise<string> {
  if (step.kind === "INVITE") {
    const { email, address, role } = personFieldsSchema.parse(step.fields);
    const cloud = await getMadeCloud(plan.id);
    if (email === null || address === null) {
      throw new AppError("VALIDATION", say("There is no address. Nothing was sent."));
    }
    const wanted = { key, address, email, role, again: false };
    return (await submitInvitation(actor, { cloud, project: null }, wanted, link)).id;
  }
  return (await submitOperation(actor, await toSubmission(plan, step, key), link)).id;
}

async function toSubmission(plan: Plan, step: StepWithOperation, key: string): Promise<Submission> {
  if (step.kind === "CREATE_CLOUD") return cloudSubmission(plan.connection, key, plan.name);
  const cloud = await getMadeCloud(plan.id);
  if (step.kind === "CREATE_PROJECT") {
    const parentId = step.parentN === null ? null : await getMadeNumber(plan.id, step.parentN);
    return projectSubmission(cloud, key, { ...projectFieldsSchema.parse(step.fields), parentId });
  }
  const project = await getMadeProject(plan.id, step.parentN ?? 0);
  const fields = modelFieldsSchema.parse(step.fields);
  if (fields.fileKey !== null) return uploadSubmission(project, key, fields);
  throw conflict(
    say("The file {fileName} is not kept here. Nothing was sent. Upload it on the page of its project.", {
      fileName: fields.fileName,
    }),
  );
}

type Made = { title: string; result: OperationResult | null };

/** The result of step `n`, also if a person has settled it since. */
async function getMade(planId: string, n: number): Promise<Made> {
  const { title, operation } = await getDb().planStep.findUniqueOrThrow({
    where: { planId_n: { planId, n } },
    include: { operation: true },
  });
  const isThere = operation !== null && GOOD_STATES.includes(operation.state);
  return { title, result: isThere ? resultSchema.nullable().parse(operation.result) : null };
}

async function getMadeCloud(planId: string): ReturnType<typeof getCloudModel> {
  const { title, result } = await getMade(planId, 1);
  const id = result?.registryId;
  if (typeof id === "string") return getCloudModel(id);
  throw conflict(say("The Cloud “{title}” was not created. Nothing was sent.", { title }));
}

async function getMadeProject(planId: string, n: number): ReturnType<typeof getProjectModel> {
  const { title, result } = await getMade(planId, n);
  const id = result?.registryId;
  if (typeof id === "string") return getProjectModel(id);
  throw conflict(say("This step depends on “{title}”, which was not created. Nothing was sent.", { title }));
}

/** Sends a recorded step once, a model with its file from the file store. @throws the file store's error, before anything is sent */
export async function sendStep(
  step: StepWithOperation,
  operationId: string,
  signal: AbortSignal,
): Promise<OperationView> {
  if (step.kind !== "UPLOAD") return runOperation(operationId);
  const fields = modelFieldsSchema.parse(step.fields);
  const { fileName, fileKey } = fields;
  if (fileKey === null) throw new Error(`The file of a step that was written down is gone: ${step.id}`);
  const { size, stream } = await getStorage().openRead(fileKey);
  try {
    const view = await runOperation(operationId, (client, { context }) => {
      const place = contextSchema.parse(context);
      const { projectId } = place;
      const content = projectId === undefined ? stream : noteContent(stream, { operationId, projectId });
      const file = { name: fileName, fileName, content, sizeBytes: size };
      return client.uploadDocument(cloudNumberOf(place), projectNumberOf(place), file, signal);
    });
    if (GOOD_STATES.includes(view.state)) await dropFile(step.id, fields);
    return view;
  } finally {
    // No effect after a complete read; if somebody else has sent it, this closes the file.
    if (!stream.locked) await stream.cancel();
  }
}

async function getMadeNumber(planId: string, n: number): Promise<number> {
  const { title, result } = await getMade(planId, n);
  if (result !== null && result.serviceId !== null) return result.serviceId;
  throw conflict(
    say("As far as Portico knows, the parent project “{title}” was not created. Nothing was sent.", {
      title,
    }),
  );
}
