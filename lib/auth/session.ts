/**
 * From the request's cookie to an Actor. The only place in lib that touches Next (its cookies and headers, through next-auth).
 */
import { getServerSession } from "next-auth";
import { AppError } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import type { Actor } from "./actor.ts";
import { createAuthOptions } from "./options.ts";
import { findStaffIdentity } from "./staff-session.ts";
import type { StaffIdentity } from "./staff-session.ts";

/** Who is signed in at this request, or null. */
export async function findSignedIn(): Promise<StaffIdentity | null> {
  const session = await getServerSession(createAuthOptions());
  if (session?.sessionId === undefined) return null;
  return findStaffIdentity(getDb(), session.sessionId);
}

/** The acting staff member. @throws AppError UNAUTHENTICATED when nobody is signed in. */
export async function requireActor(): Promise<Actor & { email: string }> {
  const identity = await findSignedIn();
  if (identity === null)
    throw new AppError(
      "UNAUTHENTICATED",
      "You are not signed in any more. Sign in and do it again; nothing was done.",
    );
  return {
    staffId: identity.staffId,
    name: identity.name,
    email: identity.email,
    role: identity.role,
    requestId: newReference(),
  };
}
