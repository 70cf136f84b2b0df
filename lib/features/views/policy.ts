/**
 * Who may do what with a view that is visible to them. Pure.
 */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";

/** Its owner, and administrators if it is shared. */
export function canChangeView(
  actor: Pick<Actor, "staffId" | "role">,
  view: { ownerId: string; isShared: boolean },
): boolean {
  return view.ownerId === actor.staffId || (view.isShared && isAllowed(actor, "view:manage"));
}

/** How long a deleted view can be restored. */
export const RESTORABLE_MS = 24 * 3_600_000;
