/**
 * Takes the address of a person out of plans, with what was rehearsed of them. Used where an address is erased for privacy.
 */
import { kept } from "#lib/core/kept-texts.ts";
import type { Db, Prisma } from "#lib/db/client.ts";

/** `cloudId`: registry row of the Cloud whose invitation is erased; `word`: what stands in its place. */
export async function eraseFromPlans(tx: Db, cloudId: string, address: string, word: string): Promise<void> {
  const ofCloud: Prisma.PlanWhereInput = {
    steps: {
      some: { kind: "CREATE_CLOUD", operation: { result: { path: ["registryId"], equals: cloudId } } },
    },
  };
  const ofAddress: Prisma.PlanStepWhereInput = {
    kind: "INVITE",
    plan: ofCloud,
    fields: { path: ["address"], equals: address },
  };
  const detail = kept("The address was erased.");
  // Why it was held back may name it as well.
  await tx.planStep.updateMany({
    where: { ...ofAddress, heldBack: { not: null } },
    data: { heldBack: detail },
  });
  const fields = { email: null, address: null, role: null };
  const erased = await tx.planStep.updateMany({ where: ofAddress, data: { title: word, fields, detail } });
  // The script of the rehearsal names it too; its plan is past being rehearsed.
  if (erased.count > 0) await tx.rehearsal.deleteMany({ where: { plan: ofCloud } });
}
