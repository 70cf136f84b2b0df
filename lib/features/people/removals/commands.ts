/**
 * Removes one person from all their Clouds and withdraws their pending invitations. The work is stored Cloud by Cloud before anything is
 * sent; the job (job.ts) does it. Each single removal names what it changes, so it may be repeated (decision 0080).
 */
import { requirePermission, type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, getById, parseInput } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, Prisma, type Db, inTransaction } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { addressKey } from "#lib/features/invitations/addresses/address-key.ts";
import { addRemovalJob, endRemoval } from "./ending.ts";
import { placesOf } from "./preview.ts";
import { REMOVABLE, STAYS, startRemovalSchema, type StartRemoval } from "./schema.ts";

const INSERT_MS_MAX = 30_000;

/**
 * Starts removing a person from every Cloud where that is possible. Returns the removal's id, or that of one already running.
 * @throws AppError CONFLICT when other Clouds would be changed than the person saw; FORBIDDEN; VALIDATION
 */
export async function startRemoval(actor: Actor, input: StartRemoval): Promise<string> {
  requirePermission(actor, "member:change");
  const { address: email, count } = parseInput(startRemovalSchema, input);
  const address = addressKey(email);
  try {
    return await inTransaction(async (tx) => {
      await requirePermissionNow(tx, actor, "member:change");
      const running = await tx.personRemoval.findUnique({ where: { openKey: address } });
      if (running !== null) return running.id;
      const at = now();
      const id = newId();
      await tx.personRemoval.create({
        data: {
          id,
          address,
          email,
          openKey: address,
          state: "RUNNING",
          stateSince: at,
          actorId: actor.staffId,
          actorName: actor.name,
          reference: actor.requestId,
          createdAt: at,
        },
      });
      const taken = await keepPlaces(tx, { id, address, at });
      if (taken !== count) {
        throw conflict(
          say(
            "The Clouds of this person changed since the page was loaded: {found} instead of {seen} would be changed. Nothing was done. Check the list again.",
            { seen: count, found: taken },
          ),
        );
      }
      await addRemovalJob(tx, id);
      await recordAudit(tx, {
        actor,
        action: "person.remove-from-clouds",
        objectType: "person",
        objectId: id,
        after: { email, clouds: count },
        outcome: "INTENDED",
      });
      return id;
    }, INSERT_MS_MAX);
  } catch (thrown) {
    const rival = isUniqueViolation(thrown)
      ? await getDb().personRemoval.findUnique({ where: { openKey: address } })
      : null;
    if (rival === null) throw thrown;
    return rival.id;
  }
}

/** Stores every Cloud of the person: those to be changed, and those where the person stays, with the reason. Returns how many are to be changed. */
async function keepPlaces(
  tx: Db,
  { id, address, at }: { id: string; address: string; at: Date },
): Promise<number> {
  const [row] = await tx.$queryRaw<{ taken: number }[]>`
    ${placesOf(address)}, inserted AS (
      INSERT INTO person_removal_place (removal_id, n, cloud_id, outcome, ended_at, problem)
      SELECT ${id}::uuid, row_number() OVER (ORDER BY place, "cloudId"), "cloudId",
        CASE WHEN verdict IN (${Prisma.join([...REMOVABLE])}) THEN 'WAITING'::"RemovalOutcome" ELSE 'KEPT' END,
        CASE WHEN verdict IN (${Prisma.join([...REMOVABLE])}) THEN NULL ELSE ${at}::timestamptz END,
        ${STAYS}::jsonb ->> verdict
      FROM place RETURNING outcome
    )
    SELECT count(*) FILTER (WHERE outcome = 'WAITING')::int AS taken FROM inserted`;
  return row?.taken ?? 0;
}

/** Stops a removal before every Cloud is done; calls being sent at this moment still finish. @throws AppError CONFLICT when it has ended */
export async function stopRemoval(actor: Actor, removalId: string): Promise<void> {
  requirePermission(actor, "member:change");
  const removal = await getById(removalId, say("This removal"), () =>
    getDb().personRemoval.findUnique({ where: { id: removalId } }),
  );
  const reason = say("{name} stopped the removal.", { name: actor.name });
  if (await endRemoval(removal, { actor, reason })) return;
  throw conflict(say("The removal has already ended. Reload the page to see what was done."));
}
