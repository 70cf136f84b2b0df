/**
 * Changes the role of a place's members and removes them, at services that offer it (docs/service "Members", "People of a project"). Both
 * requests name what they change, so repeating them has no further effect (decision 0032). After an answer that never came, the list is
 * read again to find the outcome.
 */
import { requirePermission, type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError, parseInput } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { requireThere } from "#lib/features/clouds/changes.ts";
import { auditOf, sendChange } from "#lib/features/clouds/service-change.ts";
import { cancelInvitation } from "#lib/features/invitations/commands.ts";
import { invitationsOf, membersOf, type KeptMember } from "#lib/features/invitations/places/kept-people.ts";
import { getPlace, type Place } from "#lib/features/invitations/places/place.ts";
import { readPeople } from "#lib/features/invitations/reading.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { ROLE_ADMINISTRATOR } from "#lib/service/contract/records.ts";
import { changeOf, lastAdministrator, notAMember, notRead, type Wanted } from "./change.ts";
import { changeRoleSchema, memberSchema, type ChangeRole, type MemberInput } from "./schema.ts";

/** Time after which an unfinished change no longer blocks another one: longer than its call and the reading after it may take. */
const LEAVING_MS = 180_000;
/** After somebody left a Cloud, this many of their known projects are read to see whether they left those too. */
const PROJECTS_READ_MAX = 20;

/**
 * Gives a member of a Cloud or project another role.
 * @throws AppError CONFLICT for the last administrator, for somebody who is no longer a member, and when the service does not offer it;
 * FORBIDDEN; NOT_FOUND; UPSTREAM, which says whether anything was done.
 */
export async function changeMemberRole(actor: Actor, input: ChangeRole): Promise<void> {
  requirePermission(actor, "member:change");
  const { userId, role, ...named } = parseInput(changeRoleSchema, input);
  const place = await getPlace(named);
  await readNow(place);
  const member = await claim(actor, place, userId, { role });
  if (member.role === role) return;
  await carryOut(actor, place, member, { role });
}

/**
 * Removes a member from a Cloud or project; withdraws their pending invitation there first.
 * @throws AppError as changeMemberRole
 */
export async function removeMember(actor: Actor, input: MemberInput): Promise<void> {
  requirePermission(actor, "member:change");
  const { userId, ...named } = parseInput(memberSchema, input);
  const place = await getPlace(named);
  await readNow(place);
  const member = await claim(actor, place, userId, "removed");
  // A pending invitation would let the person return.
  const waiting = await findWaiting(place, member.address);
  if (waiting !== null) await cancelInvitation(actor, waiting.id);
  await carryOut(actor, place, member, "removed");
}

/**
 * Removes an address from a Cloud: its members and its pending invitation, by the service's current list. False when it has neither.
 * `begins` is awaited before the first call that changes anything.
 * @param address normalised
 * @throws AppError as removeMember, and what `begins` throws
 */
export async function removeAddress(
  actor: Actor,
  { cloudId, address }: { cloudId: string; address: string },
  begins: () => Promise<void>,
): Promise<boolean> {
  const place = await getPlace({ cloudId });
  await readNow(place);
  let waiting = await findWaiting(place, address);
  if (waiting !== null) {
    await begins();
    await cancelInvitation(actor, waiting.id).catch((thrown: unknown) => {
      if (!(thrown instanceof AppError) || thrown.code !== "CONFLICT") throw thrown;
      // Just accepted or declined: the list tells which.
      waiting = null;
    });
    await readNow(place);
  }
  const members = await membersOf(getDb(), place).list({ address, isRemoved: false });
  for (const { serviceId } of members) {
    const member = await claim(actor, place, Number(serviceId), "removed");
    await begins();
    await carryOut(actor, place, member, "removed");
  }
  return waiting !== null || members.length > 0;
}

/** @throws AppError CONFLICT when the place no longer exists; UPSTREAM when its list cannot be read */
async function readNow(place: Place): Promise<void> {
  requireThere(place.cloud);
  if (place.project !== null) requireThere(place.project);
  // An older list may still show an administrator who has left since.
  const read = await readPeople(place, { since: now() });
  if (read.state === "stale") throw notRead(read.problem ?? "");
}

/** Lets a change begin that leaves the place an administrator, even when two begin at once. */
function claim(actor: Actor, place: Place, userId: number, wanted: Wanted): Promise<KeptMember> {
  return inTransaction(async (tx) => {
    await requirePermissionNow(tx, actor, "member:change");
    await lock(tx, place);
    const members = membersOf(tx, place);
    const serviceId = BigInt(userId);
    const member = await members.find({ serviceId });
    if (member === null || member.isRemoved) throw notAMember(place);
    if (member.role !== ROLE_ADMINISTRATOR || (wanted !== "removed" && wanted.role === ROLE_ADMINISTRATOR)) {
      return member;
    }
    const others = await members.count({
      role: ROLE_ADMINISTRATOR,
      isRemoved: false,
      serviceId: { not: serviceId },
      OR: [{ leavingUntil: null }, { leavingUntil: { lt: now() } }],
    });
    if (others === 0) throw lastAdministrator(place, member);
    await members.change({ serviceId }, { leavingUntil: after(LEAVING_MS) });
    return member;
  });
}

function lock(tx: Db, { cloud, project }: Place): Promise<unknown> {
  return project === null
    ? tx.$queryRaw`SELECT id FROM cloud WHERE id = ${cloud.id}::uuid FOR UPDATE`
    : tx.$queryRaw`SELECT id FROM project WHERE id = ${project.id}::uuid FOR UPDATE`;
}

async function carryOut(actor: Actor, place: Place, member: KeptMember, wanted: Wanted): Promise<void> {
  const { change, call } = changeOf(place, member, wanted);
  const { serviceId } = member;
  const startedAt = now();
  const giveUp = () => membersOf(getDb(), place).change({ serviceId }, { leavingUntil: null });
  try {
    await sendChange(actor, change, call);
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") {
      await readPeople(await anew(place), { since: startedAt });
      await giveUp();
      throw notAMember(place);
    }
    if (!(await isDoneByNow(place, member, wanted, startedAt))) {
      await giveUp();
      throw thrown;
    }
  }
  await inTransaction(async (tx) => {
    await keepChange(tx, actor, place, member, wanted);
    await recordAudit(tx, auditOf(actor, change, "DONE"));
  });
  if (wanted === "removed" && place.project === null) await readProjects(place, member.address);
}

/** After an answer that never came: whether the service's list shows the change. Certain errors need no such check. */
async function isDoneByNow(
  place: Place,
  { serviceId }: KeptMember,
  wanted: Wanted,
  startedAt: Date,
): Promise<boolean> {
  const read = await readPeople(await anew(place), { since: startedAt });
  if (read.state !== "fresh") return false;
  const row = await membersOf(getDb(), place).find({ serviceId });
  return wanted === "removed" ? row === null || row.isRemoved : row?.role === wanted.role;
}

function anew({ cloud, project }: Place): Promise<Place> {
  return getPlace({ cloudId: cloud.id, projectId: project?.id });
}

/** Records what the service confirmed, before its list is read again. */
async function keepChange(
  tx: Db,
  actor: Actor,
  place: Place,
  { serviceId, address }: KeptMember,
  wanted: Wanted,
): Promise<void> {
  const at = now();
  const isRemoved = wanted === "removed";
  await membersOf(tx, place).change(
    { serviceId },
    { changedAt: at, leavingUntil: null, ...(isRemoved ? { isRemoved } : { role: wanted.role }) },
  );
  if (address === "") return;
  const joined = { address, state: "JOINED" as const };
  if (!isRemoved) {
    await invitationsOf(tx, place).change(joined, { role: wanted.role });
    return;
  }
  const evidence =
    place.project === null
      ? say("Removed from the Cloud by {name}; the service confirmed it.", { name: actor.name })
      : say("Removed from the project by {name}; the service confirmed it.", { name: actor.name });
  await invitationsOf(tx, place).change(joined, {
    state: "GONE",
    ...stored("evidence", evidence),
    stateSince: at,
  });
}

/** A person who leaves a Cloud may have left its projects too: the service's lists tell which. */
async function readProjects({ cloud }: Place, address: string): Promise<void> {
  if (address === "") return;
  const projects = await getDb().project.findMany({
    where: { cloudId: cloud.id, deletedAt: null, members: { some: { address, isRemoved: false } } },
    orderBy: { id: "asc" },
    take: PROJECTS_READ_MAX,
  });
  const since = now();
  for (const project of projects) await readPeople({ cloud, project }, { since });
}

async function findWaiting(place: Place, address: string): Promise<{ id: string } | null> {
  if (address === "") return null;
  return invitationsOf(getDb(), place).find({
    address,
    state: "WAITING",
    serviceId: { not: null },
    erasedAt: null,
  });
}
