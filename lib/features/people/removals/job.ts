/**
 * Removes a person from their Clouds, several at a time, for a while; another job does the rest. It may run twice and may crash anywhere: a
 * removal names what it changes, and the service's list is read before it and, without a certain answer, after it.
 */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import {
  getDb,
  type PersonRemovalModel,
  type PersonRemovalPlaceModel,
  type Prisma,
  type RemovalOutcome,
  inTransaction,
} from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { iterateRows, workForAWhile } from "#lib/features/batches/rows.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { removeAddress } from "../commands.ts";
import { addRemovalJob, endRemoval } from "./ending.ts";

/** Clouds processed at the same time. */
const AT_ONCE = 4;
const TRIES_MAX = 3;
/** Failures are retried after this time, or when the service says. */
const AGAIN_MS = 5_000;
/** After this many failures in a row, nothing more is sent to a service in trouble. */
const FAILURES_MAX = 5;

/** Somebody has stopped the removal, so nothing more begins: not an error. */
class Ended extends Error {}

type Round = {
  removal: PersonRemovalModel;
  failures: number;
  /** The service asked to wait until this time. */
  waitUntil: Date | null;
};

/** The job "portal.remove-person". Does nothing for a removal that has ended. */
export const removePerson: JobHandler<"portal.remove-person"> = async ({ removalId }, { signal }) => {
  const removal = await getDb().personRemoval.findUnique({ where: { id: removalId, state: "RUNNING" } });
  if (removal === null) return;
  const round: Round = { removal, failures: 0, waitUntil: null };
  const isCutShort = await workForAWhile(waitingOf(removalId), AT_ONCE, signal, async (place) => {
    const actor = await findSender(removal);
    if (actor !== null) await removeFrom(round, actor, place);
    return actor !== null && round.waitUntil === null;
  });
  await goOn(round, isCutShort);
};

function waitingOf(removalId: string): AsyncGenerator<PersonRemovalPlaceModel> {
  return iterateRows((n, take) =>
    getDb().personRemovalPlace.findMany({
      where: { removalId, n: { gt: n }, outcome: "WAITING" },
      orderBy: { n: "asc" },
      take,
    }),
  );
}

async function goOn({ removal, waitUntil }: Round, isCutShort: boolean): Promise<void> {
  const waiting = await getDb().personRemovalPlace.count({
    where: { removalId: removal.id, outcome: "WAITING" },
  });
  if (waiting === 0) {
    await endRemoval(removal, { actor: null, reason: null });
    return;
  }
  await addRemovalJob(getDb(), removal.id, waitUntil ?? (isCutShort ? undefined : after(AGAIN_MS)));
}

/** The person in whose name it runs; null when the removal has ended, which it does when that person loses the permission. */
async function findSender(removal: PersonRemovalModel): Promise<Actor | null> {
  const { id, actorId, actorName: name, reference } = removal;
  const [staff, running] = await Promise.all([
    getDb().staff.findUnique({ where: { id: actorId } }),
    getDb().personRemoval.count({ where: { id, state: "RUNNING" } }),
  ]);
  if (running === 0) return null;
  if (staff !== null && staff.disabledAt === null && isAllowed(staff, "member:change")) {
    return { staffId: staff.id, name: staff.name, role: staff.role, requestId: reference };
  }
  const reason = say("{name} is no longer allowed to remove people. Somebody else can start again.", {
    name,
  });
  await endRemoval(removal, { actor: null, reason });
  return null;
}

async function removeFrom(round: Round, actor: Actor, place: PersonRemovalPlaceModel): Promise<void> {
  const { address } = round.removal;
  let { startedAt } = place;
  try {
    const isRemoved = await removeAddress(actor, { cloudId: place.cloudId, address }, async () => {
      const at = now();
      const begun = await getDb().personRemovalPlace.updateMany({
        where: { ...idOf(place), outcome: "WAITING" },
        data: { startedAt: at },
      });
      if (begun.count === 0) throw new Ended();
      startedAt = at;
    });
    await end(place, isRemoved || startedAt !== null ? "REMOVED" : "NOT_THERE", null);
    if (!isRemoved && startedAt !== null) await auditConfirmed(actor, round.removal, place);
    round.failures = 0;
  } catch (thrown) {
    if (thrown instanceof Ended) return;
    if (!(thrown instanceof AppError)) throw thrown;
    if (["CONFLICT", "NOT_FOUND", "VALIDATION"].includes(thrown.code)) {
      await end(place, "KEPT", thrown.said);
      round.failures = 0;
    } else if (thrown.code !== "FORBIDDEN" && thrown.code !== "UNAUTHENTICATED") {
      // A lost permission is noticed before the next Cloud.
      await noteFailure(round, { ...place, startedAt }, thrown);
    }
  }
}

/** Nothing certain is known: retried, recorded as failed after a few times, and stopped altogether after failures in a row. */
async function noteFailure(round: Round, place: PersonRemovalPlaceModel, error: AppError): Promise<void> {
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) round.waitUntil = after(Math.min(retryAfterSeconds, 600) * 1000);
  const tries = place.tries + 1;
  if (tries >= TRIES_MAX) {
    await end(place, (await isKept(place, round.removal.address)) ? "KEPT" : "UNCERTAIN", error.said);
  } else {
    await getDb().personRemovalPlace.updateMany({
      where: { ...idOf(place), outcome: "WAITING" },
      data: { tries, ...stored("problem", error.said) },
    });
  }
  round.failures += 1;
  if (round.failures < FAILURES_MAX) return;
  const reason = say("{count} failures in a row. The last one: {problem}", {
    count: FAILURES_MAX,
    problem: error.said,
  });
  await endRemoval(round.removal, { actor: null, reason });
}

/** Nothing was begun, or a list that was read since still shows the person. */
async function isKept({ cloudId, startedAt }: PersonRemovalPlaceModel, address: string): Promise<boolean> {
  if (startedAt === null) return true;
  const cloud = await getDb().cloud.findUniqueOrThrow({ where: { id: cloudId } });
  if (cloud.invitationsReadAt === null || cloud.invitationsReadAt <= startedAt) return false;
  const [members, waiting] = await Promise.all([
    getDb().member.count({ where: { cloudId, address, isRemoved: false } }),
    getDb().invitation.count({ where: { cloudId, address, state: "WAITING" } }),
  ]);
  return members + waiting > 0;
}

async function end(
  place: PersonRemovalPlaceModel,
  outcome: RemovalOutcome,
  problem: Sentence | null,
): Promise<void> {
  await getDb().personRemovalPlace.updateMany({
    where: idOf(place),
    data: { outcome, endedAt: now(), ...stored("problem", problem) },
  });
}

/** A process died between the service's answer and its record: the list proves the removal, so the audit gets its row. */
async function auditConfirmed(
  actor: Actor,
  { email }: PersonRemovalModel,
  { cloudId }: PersonRemovalPlaceModel,
): Promise<void> {
  const { name } = await getDb().cloud.findUniqueOrThrow({ where: { id: cloudId }, select: { name: true } });
  await inTransaction((tx) =>
    recordAudit(tx, {
      actor,
      action: "member.remove",
      objectType: "cloud",
      objectId: cloudId,
      before: { email, place: name },
      after: { confirmed: "no longer on the service's list" },
    }),
  );
}

/** Matches a place whose outcome is open: what was being sent when the removal ended stays uncertain until its answer comes. */
function idOf({ removalId, n }: PersonRemovalPlaceModel): Prisma.PersonRemovalPlaceWhereInput {
  return { removalId, n, outcome: { in: ["WAITING", "UNCERTAIN"] } };
}
