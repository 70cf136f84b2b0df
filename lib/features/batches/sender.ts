/** In whose name a batch is sent: the person who started or last resumed it, as long as that person has the permission. */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import type { Batch, BatchKind } from "./kind.ts";
import { stopBatch } from "./moves.ts";

/** Checked before each row; null when that person has lost the permission, which pauses the batch. */
export async function findSender<B extends Batch>(kind: BatchKind<B>, batch: B): Promise<Actor | null> {
  const staff = await getDb().staff.findUnique({ where: { id: batch.actorId } });
  const isActive = staff !== null && staff.disabledAt === null;
  if (isActive && isAllowed(staff, kind.permission)) {
    return { staffId: staff.id, name: staff.name, role: staff.role, requestId: batch.reference };
  }
  const { actorName: name } = batch;
  const reason = isActive
    ? kind.words.noRight(name)
    : say("{name} is no longer an active member of staff. Somebody else can resume the list.", { name });
  await stopBatch(kind, batch, reason);
  return null;
}
