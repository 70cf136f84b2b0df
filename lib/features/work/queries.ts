/**
 * The signed-in person's running background work, and what ended within a day, for the job tray: one answer for all kinds. Must not wait
 * for a service, and must not show what others started.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { listBulkWork, listExportWork } from "./exports.ts";
import { listListWork } from "./lists.ts";
import { listRemovalWork } from "./removals.ts";
import type { Work } from "./schema.ts";
import { listUploadWork } from "./uploads.ts";

const SHOWN_MAX = 30;

/** At most 30: running work first, then ended work, each newest first. */
export async function listMyWork(actor: Actor): Promise<Work> {
  requirePermission(actor, "portal:read");
  const kinds = await Promise.all([
    listExportWork(actor.staffId),
    listBulkWork(actor.staffId),
    listListWork(actor.staffId),
    listRemovalWork(actor.staffId),
    listUploadWork(actor),
  ]);
  const items = kinds.flat().sort((a, b) => {
    if (a.isRunning !== b.isRunning) return a.isRunning ? -1 : 1;
    return Date.parse(b.endedAt ?? b.startedAt) - Date.parse(a.endedAt ?? a.startedAt);
  });
  return { items: items.slice(0, SHOWN_MAX) };
}
