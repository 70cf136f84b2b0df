/**
 * Who may do what with a view that is visible to them. Pure.
 */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";

/** Its owner, and an administrator where it is shared. */
export function canChangeView(
  actor: Pick<Actor, "staffId" | "role">,
  view: { ownerId: string; isShared: boolean },
): boolean {
  return view.ownerId === actor.staffId || (view.isShared && isAllowed(actor, "view:manage"));
}

/** A deleted view can be taken back for so long. */
export const RESTORABLE_MS = 24 * 3_600_000;
