/**
 * Who may do what with a run that is there. Pure.
 */
import type { Actor } from "#lib/auth/actor.ts";

/** The person who started it, and everybody who may change things. */
export function canCancelExport(actor: Pick<Actor, "staffId" | "role">, run: { actorId: string }): boolean {
  return run.actorId === actor.staffId || actor.role !== "VIEWER";
}

/** Files stay this long after their run; the run itself stays. */
export const FILE_KEPT_DAYS = 30;

/** When the file of a run that ended then is removed. */
export function fileTimeOver(endedMs: number): Date {
  return new Date(endedMs + FILE_KEPT_DAYS * 24 * 3_600_000);
}

/** A run whose process died so often is given up: it may be what kills it. */
export const TRIES_MAX = 5;
