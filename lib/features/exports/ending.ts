/** Records in the audit how an export ended, and with its last part how a bulk export ended. */
import { recordAudit } from "#lib/audit/record.ts";
import { isActive } from "#lib/core/export-states.ts";
import type { Db, ExportRunModel } from "#lib/db/client.ts";
import { describe } from "./commands.ts";

/** Call it in the transaction that ended the run. */
export async function recordEnd(tx: Db, run: ExportRunModel): Promise<void> {
  // Parts end one at a time, so that the last one sees that it is. Locked before the audit, which every transaction locks last.
  if (run.bulkId !== null)
    await tx.$executeRaw`SELECT FROM bulk_run WHERE id = ${run.bulkId}::uuid FOR UPDATE`;
  const end = {
    actor: { staffId: run.actorId, name: run.actorName, requestId: run.reference },
    action: "elements.export",
    objectType: "export",
  } as const;
  await recordAudit(tx, {
    ...end,
    objectId: run.id,
    after: describe(run),
    outcome: run.state === "DONE" ? "DONE" : "FAILED",
  });
  if (run.bulkId === null) return;
  const parts = await tx.exportRun.groupBy({ by: ["state"], where: { bulkId: run.bulkId }, _count: true });
  if (parts.some(({ state }) => isActive(state))) return;
  await recordAudit(tx, {
    ...end,
    objectId: run.bulkId,
    after: Object.fromEntries(parts.map(({ state, _count }) => [state, _count])),
    outcome: parts.every(({ state }) => state === "DONE") ? "DONE" : "FAILED",
  });
}
