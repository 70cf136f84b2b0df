/**
 * Cancels the reading of a model: a waiting model ends here, a model being read is ended by its own run, which checks the row once a
 * second. Either way the model is E then, and can be processed again.
 */
import { now } from "#lib/core/clock.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { Prisma } from "#lib/db/client.ts";
import type { Db } from "#lib/db/client.ts";
import { emitModelStatus } from "../webhooks/events.ts";

export const CANCELLED = kept(
  "Reading this model was cancelled, so it cannot be queried. To read the model, process it again.",
);

/** Cancels in the caller's transaction. A model that has ended already is unchanged. */
export async function cancelReading(modelId: number, tx: Db): Promise<void> {
  const { count } = await tx.serviceModel.updateMany({
    where: { id: modelId, status: { in: ["P", "W", "I"] }, cancelledAt: null },
    data: { cancelledAt: now() },
  });
  if (count === 0) return;
  const waiting = await tx.serviceModel.updateMany({
    where: { id: modelId, status: { in: ["P", "W"] } },
    data: {
      status: "E",
      errors: [CANCELLED],
      warnings: [],
      runId: null,
      progress: Prisma.DbNull,
    },
  });
  if (waiting.count > 0) await emitModelStatus(tx, modelId);
}
