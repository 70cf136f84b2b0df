/** Makes a plan from a form or a file. A draft sends nothing and reserves nothing. */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { requirePermission, type Actor, requireSameRoleNow } from "#lib/auth/actor.ts";
import { conflict, validation, type AppError, parseInput } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { findDraft, keepDraft } from "#lib/features/batches/drafts.ts";
import type { ChosenFile } from "#lib/features/batches/schema.ts";
import { decodeTextFile } from "#lib/features/batches/text-file.ts";
import { cloudSubject } from "#lib/features/clouds/operation.ts";
import { requireInView } from "#lib/features/connections/policy.ts";
import { getConnectionRow } from "#lib/features/connections/queries.ts";
import { readKnownDomains } from "#lib/features/invitations/addresses/known-domains.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { readPlanFile, readTyped, type PlanContent, type TypedPlan } from "./content.ts";
import { PLANS } from "./kind.ts";
import { CHOOSABLE, FILE_BYTES_MAX, preparePlanSchema, type PreparePlan } from "./schema.ts";
import { toSteps } from "./steps.ts";

/**
 * Stores a plan as a draft; the same key again returns the same draft. Returns its id.
 * @throws AppError VALIDATION with sentences by field; NOT_FOUND; CONFLICT; FORBIDDEN
 */
export async function preparePlan(actor: Actor, input: PreparePlan): Promise<string> {
  requirePermission(actor, "plan:run");
  const { key, connectionId, ...typed } = parseInput(preparePlanSchema, input);
  const existing = await findDraft(PLANS, actor, key);
  if (existing !== null) return existing;
  const file = input.file ?? null;
  const content = file === null ? readForm(typed) : readFile(typed, file);
  const connection = await getConnectionRow(connectionId);
  requireInView(connection);
  const steps = toSteps(content, await warnOfName(connectionId, content.name), await readKnownDomains());
  return keepDraft(PLANS, actor, { key, fileName: file?.name ?? null }, async (tx, head) => {
    await tx.plan.create({ data: { ...head, connectionId, name: content.name } });
    await tx.planStep.createMany({
      data: steps.map((step) => ({
        ...step,
        ...stored("detail", step.detail),
        id: newId(),
        planId: head.id,
      })),
    });
  });
}

/**
 * Includes a person or a model of a draft, or leaves it out.
 * @throws AppError CONFLICT when the plan is no longer a draft, or nothing can be sent to what was typed
 */
export async function chooseStep(
  actor: Actor,
  { stepId: id, isIncluded }: { stepId: string; isIncluded: boolean },
): Promise<void> {
  requirePermission(actor, "plan:run");
  const choosable = [{ kind: "UPLOAD" as const }, { verdict: { in: [...CHOOSABLE] } }];
  const changed = await inTransaction(async (tx) => {
    await requireSameRoleNow(tx, actor);
    return tx.planStep.updateMany({
      where: { id, plan: { state: "DRAFT" }, OR: choosable },
      data: { isIncluded },
    });
  });
  if (changed.count === 0) throw conflict(say("This step can no longer be changed. Reload the page."));
}

function readForm(typed: TypedPlan): PlanContent {
  const { content, problems } = readTyped(typed);
  if (content === null) throw validation(problems, say("Nothing was sent."));
  return content;
}

function readFile(typed: TypedPlan, file: ChosenFile): PlanContent {
  const refuse = (...sentences: string[]): AppError =>
    validation({ file: sentences }, say("Nothing was sent."));
  const isTyped = [typed.name, typed.projects, typed.people].some((text) => text.trim() !== "");
  if (isTyped) throw refuse(t("You chose a file and filled in the fields. Use only one of them."));
  if (file.bytes.byteLength > FILE_BYTES_MAX) throw refuse(t("The file is larger than 2 MB."));
  const text = decodeTextFile(file.bytes);
  if (text === null)
    throw refuse(
      t("“{fileName}” is a workbook or an archive. A plan is a file of JSON.", { fileName: file.name }),
    );
  const { content, problems } = readPlanFile(text);
  if (problems !== null) throw refuse(...problems);
  return content;
}

/** Services allow several Clouds of one name, but people seldom want that. */
async function warnOfName(connectionId: string, name: string): Promise<Sentence> {
  const [cloud, open] = await Promise.all([
    getDb().cloud.findFirst({
      where: { connectionId, sortName: subjectName(name), missingSince: null, deletedAt: null },
      select: { serviceId: true },
    }),
    getDb().operation.findUnique({
      where: { openKey: `${connectionId}:${cloudSubject(name)}` },
      select: { state: true },
    }),
  ]);
  if (open !== null) {
    return say(
      "A Cloud of this name is being created, or its creation is uncertain. Settle that operation before you start the plan.",
    );
  }
  return cloud === null
    ? ""
    : say("Cloud {serviceId} already has this name; the plan would create a second Cloud with it.", {
        serviceId: String(cloud.serviceId),
      });
}
