/** Who may do what with an existing run. Pure. */
import type { Actor } from "#lib/auth/actor.ts";

/** The person who started it, and everybody who may change things. */
export function canCancelExport(actor: Pick<Actor, "staffId" | "role">, run: { actorId: string }): boolean {
  return run.actorId === actor.staffId || actor.role !== "VIEWER";
}

/** Files are kept this long after their run; the run itself stays. */
export const FILE_KEPT_DAYS = 30;

/** When the file of a run that ended at `endedMs` is removed. */
export function fileTimeOver(endedMs: number): Date {
  return new Date(endedMs + FILE_KEPT_DAYS * 24 * 3_600_000);
}

/** A run whose process died this often fails: the run itself may be the cause. */
export const TRIES_MAX = 5;
