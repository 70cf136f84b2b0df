/**
 * Changes the role of a cloud's members and removes them, at a service that answers it (docs/service "Members"). Both name what they
 * change, so doing them twice changes nothing more (decision 0032). An answer that never came is settled by reading the list again.
 */
import { requirePermissionNow } from "#lib/auth/actor-now.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse.ts";
import { say, type Said } from "#lib/core/texts.ts";
import { getDb, type Db, type MemberModel } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { requireThere } from "#lib/features/clouds/changes.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { auditOf, sendChange, type ServiceChange } from "#lib/features/clouds/service-change.ts";
import { cancelInvitation } from "#lib/features/invitations/commands.ts";
import { readInvitations } from "#lib/features/invitations/reading.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { ROLE_ADMINISTRATOR } from "#lib/service/contract/records.ts";
import { changeRoleSchema, memberSchema, type ChangeRole, type MemberInput } from "./schema.ts";

type Cloud = Awaited<ReturnType<typeof getCloudModel>>;
type Wanted = { role: 50 | 100 } | "removed";

/** A change that does not end is given up by then. */
const LEAVING_MS = 60_000;

/**
 * Gives a member another role.
 * @throws AppError CONFLICT for the last administrator, for somebody who is no member any more, and when the service does not offer it;
 * FORBIDDEN; NOT_FOUND; UPSTREAM, which says whether anything was done.
 */
export async function changeMemberRole(actor: Actor, input: ChangeRole): Promise<void> {
  requirePermission(actor, "member:change");
  const { cloudId, userId, role } = parseInput(changeRoleSchema, input);
  const cloud = await getCloudModel(cloudId);
  await readPeople(cloud);
  const member = await claim(actor, cloud, userId, { role });
  if (member.role === role) return;
  await carryOut(actor, cloud, member, { role }, (client) =>
    client.changeCloudUser(Number(cloud.serviceId), userId, { cloud_role: role }),
  );
}

/**
 * Takes a member out of a cloud; an invitation of theirs that is still pending there is withdrawn first.
 * @throws AppError as changeMemberRole
 */
export async function removeMember(actor: Actor, input: MemberInput): Promise<void> {
  requirePermission(actor, "member:change");
  const { cloudId, userId } = parseInput(memberSchema, input);
  const cloud = await getCloudModel(cloudId);
  await readPeople(cloud);
  const member = await claim(actor, cloud, userId, "removed");
  await withdrawPending(actor, member);
  await remove(actor, cloud, member);
}

/**
 * Takes whoever has this address out of a cloud: its members and the invitation that waits, as the service's list has them now. False when
 * it has neither. `begins` is awaited before the first call that changes anything.
 * @param address normalised
 * @throws AppError as removeMember, and what `begins` throws
 */
export async function removeAddress(
  actor: Actor,
  { cloudId, address }: { cloudId: string; address: string },
  begins: () => Promise<void>,
): Promise<boolean> {
  const cloud = await getCloudModel(cloudId);
  await readPeople(cloud);
  let waiting = await findWaiting({ cloudId, address });
  if (waiting !== null) {
    await begins();
    await cancelInvitation(actor, waiting.id).catch((thrown: unknown) => {
      if (!(thrown instanceof AppError) || thrown.code !== "CONFLICT") throw thrown;
      // Accepted or declined at this moment: the list tells which.
      waiting = null;
    });
    await readPeople(cloud);
  }
  const members = await getDb().member.findMany({ where: { cloudId, address, isRemoved: false } });
  for (const { serviceId } of members) {
    const member = await claim(actor, cloud, Number(serviceId), "removed");
    await begins();
    await remove(actor, cloud, member);
  }
  return waiting !== null || members.length > 0;
}

function remove(actor: Actor, cloud: Cloud, member: MemberModel): Promise<void> {
  return carryOut(actor, cloud, member, "removed", (client) =>
    client.removeCloudUser(Number(cloud.serviceId), Number(member.serviceId)),
  );
}

/** @throws AppError CONFLICT when the cloud is not there any more; UPSTREAM when its list cannot be read */
async function readPeople(cloud: Cloud): Promise<void> {
  requireThere(cloud);
  // A list of a moment ago may lack the administrator who left since.
  const read = await readInvitations(cloud, { since: now() });
  if (read.state === "stale") {
    throw new AppError(
      "UPSTREAM",
      say("The service’s list of people could not be read, so nothing was changed. {problem} Try again.", {
        problem: read.problem === null ? "" : read.problem,
      }),
    );
  }
}

/** Lets a change begin that leaves the cloud an administrator, also when two begin at once. */
function claim(actor: Actor, cloud: Cloud, userId: number, wanted: Wanted): Promise<MemberModel> {
  return inTransaction(async (tx) => {
    await requirePermissionNow(tx, actor, "member:change");
    await tx.$queryRaw`SELECT id FROM cloud WHERE id = ${cloud.id}::uuid FOR UPDATE`;
    const member = await tx.member.findUnique({ where: keyOf(cloud, userId) });
    if (member === null || member.isRemoved) throw notAMember();
    if (member.role !== ROLE_ADMINISTRATOR || (wanted !== "removed" && wanted.role === ROLE_ADMINISTRATOR)) {
      return member;
    }
    const at = now();
    const others = await tx.member.count({
      where: {
        cloudId: cloud.id,
        role: ROLE_ADMINISTRATOR,
        isRemoved: false,
        serviceId: { not: member.serviceId },
        OR: [{ leavingUntil: null }, { leavingUntil: { lt: at } }],
      },
    });
    if (others === 0) throw lastAdministrator(member);
    await tx.member.update({ where: keyOf(cloud, userId), data: { leavingUntil: after(LEAVING_MS) } });
    return member;
  });
}

async function carryOut(
  actor: Actor,
  cloud: Cloud,
  member: MemberModel,
  wanted: Wanted,
  call: (client: ServiceClient) => Promise<unknown>,
): Promise<void> {
  const change = describe(cloud, member, wanted);
  const startedAt = now();
  try {
    await sendChange(actor, change, call);
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") {
      await readInvitations(await getCloudModel(cloud.id), { since: startedAt });
      await getDb().member.updateMany({ where: { ...idOf(member) }, data: { leavingUntil: null } });
      throw notAMember();
    }
    if (!(await isDoneByNow(cloud, member, wanted, startedAt))) {
      await getDb().member.updateMany({ where: { ...idOf(member) }, data: { leavingUntil: null } });
      throw thrown;
    }
  }
  await inTransaction(async (tx) => {
    await keepChange(tx, actor, member, wanted);
    await recordAudit(tx, auditOf(actor, change, "DONE"));
  });
}

/** After an answer that never came: what the service's own list says now. An error that is certain is not asked about. */
async function isDoneByNow(
  cloud: Cloud,
  member: MemberModel,
  wanted: Wanted,
  startedAt: Date,
): Promise<boolean> {
  const read = await readInvitations(await getCloudModel(cloud.id), { since: startedAt });
  if (read.state !== "fresh") return false;
  const row = await getDb().member.findUnique({ where: keyOf(cloud, Number(member.serviceId)) });
  return wanted === "removed" ? row === null || row.isRemoved : row?.role === wanted.role;
}

/** What the service confirmed, before its list is read again. */
async function keepChange(tx: Db, actor: Actor, member: MemberModel, wanted: Wanted): Promise<void> {
  const at = now();
  const isRemoved = wanted === "removed";
  await tx.member.updateMany({
    where: { ...idOf(member) },
    data: { changedAt: at, leavingUntil: null, ...(isRemoved ? { isRemoved } : { role: wanted.role }) },
  });
  if (member.address === "") return;
  const invitation = { cloudId: member.cloudId, address: member.address, state: "JOINED" as const };
  if (!isRemoved) {
    await tx.invitation.updateMany({ where: invitation, data: { role: wanted.role } });
    return;
  }
  const evidence = say("Removed from the Cloud by {name}; the service confirmed it.", { name: actor.name });
  await tx.invitation.updateMany({
    where: invitation,
    data: { state: "GONE", ...stored("evidence", evidence), stateSince: at },
  });
}

/** An invitation that waits would let the person come back. */
async function withdrawPending(actor: Actor, member: MemberModel): Promise<void> {
  if (member.address === "") return;
  const waiting = await findWaiting(member);
  if (waiting !== null) await cancelInvitation(actor, waiting.id);
}

function findWaiting({
  cloudId,
  address,
}: Pick<MemberModel, "cloudId" | "address">): Promise<{ id: string } | null> {
  return getDb().invitation.findFirst({
    where: { cloudId, address, state: "WAITING", serviceId: { not: null }, erasedAt: null },
    select: { id: true },
  });
}

function describe(cloud: Cloud, member: MemberModel, wanted: Wanted): ServiceChange {
  const isRemoved = wanted === "removed";
  return {
    connection: cloud.connection,
    capability: isRemoved ? "removeCloudUser" : "changeCloudUser",
    list: "listCloudUsers",
    action: isRemoved ? "member.remove" : "member.change-role",
    objectType: "cloud",
    objectId: cloud.id,
    before: { email: member.email, role: member.role },
    after: isRemoved ? null : { email: member.email, role: wanted.role },
    subject: subjectOf(member),
    instead: say("Use the service’s own platform."),
  };
}

function subjectOf({ email, serviceId }: MemberModel): Said {
  return email === ""
    ? say("The member with number {number}", { number: String(serviceId) })
    : say("The member {email}", { email });
}

function keyOf(
  cloud: { id: string },
  userId: number,
): {
  cloudId_serviceId: { cloudId: string; serviceId: bigint };
} {
  return { cloudId_serviceId: { cloudId: cloud.id, serviceId: BigInt(userId) } };
}

function idOf({ cloudId, serviceId }: MemberModel): { cloudId: string; serviceId: bigint } {
  return { cloudId, serviceId };
}

function notAMember(): AppError {
  return new AppError(
    "CONFLICT",
    say("This person is not among the members of the Cloud any more. Nothing was changed."),
  );
}

function lastAdministrator(member: MemberModel): AppError {
  return new AppError(
    "CONFLICT",
    say(
      "{subject} is the last administrator of this Cloud. Nothing was changed. Make somebody else an administrator first.",
      { subject: subjectOf(member) },
    ),
  );
}
