/**
 * The latest answers to a batch's operations, for its brake. An exchange that Portico itself interrupted is no answer of the service and
 * does not count.
 */
import { recall } from "#lib/core/language/stored-sentence.ts";
import { getDb, type Prisma } from "#lib/db/client.ts";
import { evidenceSchema } from "#lib/features/operations/rules/settlement.ts";
import { ANSWERS_MAX, type Answer } from "./brake.ts";

/** Newest first, since a person last resumed the batch. `ofBatch`: the batch's operations. */
export async function listAnswers(
  ofBatch: Prisma.OperationWhereInput,
  since: Date,
): Promise<(Answer & { operationId: string; attempts: number })[]> {
  const operations = await getDb().operation.findMany({
    where: {
      ...ofBatch,
      stateSince: { gte: since },
      state: { in: ["DONE", "ALREADY", "DONE_ID_LOST", "REFUSED", "NOT_SENT", "UNKNOWN"] },
    },
    orderBy: { stateSince: "desc" },
    take: 2 * ANSWERS_MAX,
    select: {
      id: true,
      state: true,
      cause: true,
      causeSaid: true,
      attempts: { orderBy: { n: "desc" }, take: 1, select: { n: true, evidence: true } },
    },
  });
  return operations.flatMap(({ id, state, attempts: [latest], ...written }) => {
    const evidence = evidenceSchema.nullable().parse(latest?.evidence ?? null);
    if (evidence === null || latest === undefined) return [];
    const { status, tries } = evidence;
    const cause = recall(written, "cause");
    return [{ operationId: id, state, cause, status, tries, attempts: latest.n }];
  });
}
