import "server-only";
import type { Actor } from "#lib/auth/actor.ts";
import type { AppError } from "#lib/core/errors.ts";
import { recordRefusal } from "#lib/features/refusals/record.ts";
import { networkAddress } from "./platform-session.ts";

/** Records who was refused what: an action, a route or a page without permission, or a dead link. Other errors are not refusals. */
export async function noteRefusedAccess(
  error: Pick<AppError, "code">,
  actor: Actor | null,
  place: string,
): Promise<void> {
  if (error.code !== "FORBIDDEN") return;
  await recordRefusal({
    kind: "ACCESS",
    actor,
    networkAddress: await networkAddress(),
    place,
    reason: "forbidden",
  });
}
