/** Erases a person's address from plans and their rehearsals, for privacy. */
import { say } from "#lib/core/texts.ts";
import type { Db, Prisma } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { isGivenUp } from "#lib/features/batches/outcomes.ts";

/** `cloudId`: registry row of the Cloud whose invitation is erased; `word`: replaces the address. */
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
  const words = say("The address was erased.");
  // The reason why it was held back may contain the address.
  const held = await tx.planStep.findMany({ where: { ...ofAddress, heldBack: { not: null } } });
  await tx.planStep.updateMany({
    where: { id: { in: held.filter((step) => !isGivenUp(step)).map(({ id }) => id) } },
    data: stored("heldBack", words),
  });
  const fields = { email: null, address: null, role: null };
  const erased = await tx.planStep.updateMany({
    where: ofAddress,
    data: { title: word, fields, ...stored("detail", words) },
  });
  // The rehearsal's script contains the address, too; the plan no longer needs its rehearsal.
  if (erased.count > 0) await tx.rehearsal.deleteMany({ where: { plan: ofCloud } });
}
