/** Changes a person of a plan that was not started yet: another address, judged as every other. Nothing is sent. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound, validation } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, type PlanStepModel } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { editDraft } from "#lib/features/batches/drafts.ts";
import { readKnownDomains } from "#lib/features/invitations/addresses/known-domains.ts";
import { readOneAddress } from "#lib/features/invitations/addresses/one-address.ts";
import { judgeAlone, type Judgement } from "#lib/features/invitations/addresses/verdicts.ts";
import { PLANS } from "./kind.ts";
import { personFieldsSchema, type PersonFields } from "./schema.ts";
import { detailOfPerson, NOBODY } from "./steps.ts";

type Address = { email: string; key: string };
type Judge = (address: Address) => Judgement;

/**
 * Another address for a person. A step that only repeated the old address takes its place; what was rehearsed is of another plan, and is
 * forgotten. @throws AppError VALIDATION, NOT_FOUND; CONFLICT when the plan is a draft no more; FORBIDDEN
 */
export async function correctPerson(actor: Actor, input: { stepId: string; address: string }): Promise<void> {
  requirePermission(actor, "plan:run");
  const parsed = readOneAddress(input.address);
  if (!parsed.ok) throw validation({ address: [told(parsed.reason)] });
  const judge = judgeAlone({ ...NOBODY, domains: await readKnownDomains() });
  const { planId } = await findPerson(getDb(), input.stepId);
  await editDraft(PLANS, actor, planId, async (tx) => {
    const step = await findPerson(tx, input.stepId);
    const others = await tx.planStep.findMany({
      where: { planId, kind: "INVITE", id: { not: step.id } },
      orderBy: { n: "asc" },
    });
    const isThere = others.some((other) => addressOf(other) === parsed.key && other.verdict !== "REPEATED");
    await readdress(
      tx,
      step,
      parsed,
      isThere ? { verdict: "REPEATED", detail: say("The plan has this address already.") } : judge(parsed),
    );
    if (step.verdict !== "REPEATED") await promote(tx, others, addressOf(step), parsed.key, judge);
    await tx.rehearsal.deleteMany({ where: { planId } });
  });
}

async function findPerson(tx: Db, id: string): Promise<PlanStepModel> {
  const step = isId(id) ? await tx.planStep.findUnique({ where: { id } }) : null;
  if (step === null || step.kind !== "INVITE") throw notFound(say("This person of the plan"));
  return step;
}

/** The first that only repeated an address which nobody else has now. */
async function promote(
  tx: Db,
  others: readonly PlanStepModel[],
  freed: string | null,
  taken: string,
  judge: Judge,
): Promise<void> {
  if (freed === null || freed === taken) return;
  const next = others.find((other) => addressOf(other) === freed && other.verdict === "REPEATED");
  const email = next === undefined ? null : fieldsOf(next).email;
  if (next === undefined || email === null) return;
  const address = { email, key: freed };
  await readdress(tx, next, address, judge(address));
}

async function readdress(
  tx: Db,
  step: PlanStepModel,
  { email, key }: Address,
  { verdict, detail, suggestion }: Judgement,
): Promise<void> {
  await tx.planStep.update({
    where: { id: step.id },
    data: {
      title: email,
      fields: { ...fieldsOf(step), email, address: key },
      verdict,
      isIncluded: verdict === "GOOD",
      ...stored("detail", detailOfPerson({ verdict, detail, suggestion: suggestion ?? null })),
    },
  });
}

const fieldsOf = (step: PlanStepModel): PersonFields => personFieldsSchema.parse(step.fields);
const addressOf = (step: PlanStepModel): string | null => fieldsOf(step).address;
