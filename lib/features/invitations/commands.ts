/**
 * Invites people to clouds (interface.md endpoint 6). A mail cannot be called back, so each goes through the operation
 * journal, and a second one to the same address is an explicit wish, never an accident.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { parseAddress } from "#lib/core/address.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, notFound, validation } from "#lib/core/errors.ts";
import { isId, newId } from "#lib/core/ids.ts";
import { parseInput } from "#lib/core/parse.ts";
import { getDb, type Db, type InvitationModel } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAudit, toAuditActor } from "#lib/features/activity/commands.ts";
import { getCloudModel, platformAddress } from "#lib/features/clouds/queries.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation } from "#lib/features/operations/journal.ts";
import { needsNewKey } from "#lib/features/operations/policy.ts";
import { REDIRECT_URI_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import { invitationsPath } from "#lib/service/contract/paths.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import { readInvitations } from "./reading.ts";
import { inviteSchema, type Invite, type InviteResult, type RefreshReport } from "./schema.ts";

/**
 * Invites one address to a cloud. The redirect_uri is made from the connection's platform address and the cloud's number,
 * never from anything a browser sends.
 * @throws AppError VALIDATION for the address; CONFLICT when the person was invited already and `again` is not set, when the
 * person has joined, or when a mail to the address is under way or uncertain; NOT_FOUND; FORBIDDEN.
 */
export async function invitePerson(actor: Actor, input: Invite): Promise<InviteResult> {
  requirePermission(actor, "invitation:send");
  const { key, cloudId, email: typed, role, again } = parseInput(inviteSchema, input);
  const parsed = parseAddress(typed);
  if (!parsed.ok) throw validation({ email: [parsed.reason] }, "Nothing was sent.");
  const cloud = await getCloudModel(cloudId);
  const cloudServiceId = Number(cloud.serviceId);
  const redirectUri = platformAddress(cloud.connection, cloudServiceId);
  if (redirectUri.length > REDIRECT_URI_LENGTH_MAX) {
    throw new AppError(
      "VALIDATION",
      `The platform address of this connection is too long for an invitation (${String(redirectUri.length)} characters, at most ${String(REDIRECT_URI_LENGTH_MAX)}). Nothing was sent. An administrator can shorten it.`,
    );
  }
  const row = {
    cloudId,
    address: parsed.key,
    email: parsed.email,
    redirectUri,
    role,
    actor,
    again,
  };
  const submitted = await submitOperation(
    actor,
    {
      key,
      kind: "INVITE",
      connection: cloud.connection,
      path: invitationsPath(cloudServiceId),
      body: { email: parsed.email, redirect_uri: redirectUri, ...(role === null ? {} : { role }) },
      subject: `invite:${String(cloudServiceId)}:${parsed.key}`,
      title: parsed.email,
      context: { cloudId, cloudServiceId },
    },
    (tx) => prepareInvitation(tx, row),
  );
  const operation = await runOperation(submitted.id);
  return {
    operation,
    invitationId: operation.context.invitationId ?? null,
    needsNewKey: needsNewKey(operation),
  };
}

type Wanted = {
  cloudId: string;
  address: string;
  email: string;
  redirectUri: string;
  role: number | null;
  actor: Actor;
  again: boolean;
};

const SENDING = {
  state: "SENDING",
  evidence: "Written down; the call to the service is under way.",
} as const;

/** The registry's row of the address, in the transaction of the intent: checked and marked in one statement. */
async function prepareInvitation(
  tx: Db,
  wanted: Wanted,
): Promise<{ invitationId: string; invitationBefore: string | null }> {
  const { cloudId, address, email, redirectUri, role, actor, again } = wanted;
  const existing = await tx.invitation.findUnique({ where: { cloudId_address: { cloudId, address } } });
  if (existing === null) {
    const id = newId();
    await tx.invitation.create({
      data: {
        id,
        cloudId,
        address,
        email,
        redirectUri,
        role,
        ...SENDING,
        stateSince: now(),
        createdById: actor.staffId,
        createdAt: now(),
      },
    });
    return { invitationId: id, invitationBefore: null };
  }
  refuseDuplicate(existing, again);
  const marked = await tx.invitation.updateMany({
    where: { id: existing.id, state: existing.state, stateSince: existing.stateSince },
    data: {
      ...SENDING,
      stateSince: now(),
      redirectUri,
      ...(role === null ? {} : { role }),
      ...(existing.createdById === null ? { createdById: actor.staffId } : {}),
    },
  });
  if (marked.count === 0) {
    throw new AppError(
      "CONFLICT",
      `The state of the invitation to ${email} has just changed. Nothing was sent. Look again.`,
    );
  }
  return { invitationId: existing.id, invitationBefore: existing.state };
}

function refuseDuplicate(existing: InvitationModel, again: boolean): void {
  const href = { details: { href: `/invitations?search=${encodeURIComponent(existing.address)}` } };
  if (existing.state === "JOINED") {
    throw new AppError(
      "CONFLICT",
      `${existing.email} has joined this Cloud already. Nothing was sent, and the person's rights are as they were.`,
      href,
    );
  }
  if (existing.state === "WAITING" && !again) {
    const since = existing.createdAt.toISOString().slice(0, 10);
    throw new AppError(
      "CONFLICT",
      `${existing.email} was invited on ${since} and has not answered yet. Nothing was sent. Choose “Send another mail” if the person should get a second one.`,
      href,
    );
  }
}

/** Asks the service for another mail to a waiting person (wire-facts: the same call, the same record, another mail). */
export async function remindPerson(
  actor: Actor,
  input: { key: string; invitationId: string },
): Promise<InviteResult> {
  requirePermission(actor, "invitation:send");
  const row = await getRow(input.invitationId);
  const role = row.role === 50 || row.role === 100 ? row.role : undefined;
  return invitePerson(actor, {
    key: input.key,
    cloudId: row.cloudId,
    email: row.email,
    again: true,
    ...(role === undefined ? {} : { role }),
  });
}

/** Reads the service's lists for one cloud and writes what they prove. @throws AppError NOT_FOUND */
export async function refreshInvitations(actor: Actor, cloudId: string): Promise<RefreshReport> {
  requirePermission(actor, "portal:read");
  return readInvitations(await getCloudModel(cloudId));
}

/**
 * Takes a pending invitation back at the service. The link in the mail may still open the platform; it no longer gives access.
 * @throws AppError CONFLICT when it is not pending any more, or why it could not be done.
 */
export async function cancelInvitation(actor: Actor, invitationId: string): Promise<void> {
  requirePermission(actor, "invitation:send");
  const row = await getRow(invitationId);
  if (row.state !== "WAITING" || row.serviceId === null) {
    throw new AppError(
      "CONFLICT",
      `The invitation to ${row.email} is not waiting, so nothing was cancelled.`,
    );
  }
  const cloud = await getCloudModel(row.cloudId);
  try {
    await clientFor(cloud.connection).cancelInvitation(Number(cloud.serviceId), Number(row.serviceId));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    await auditFailedCancel(actor, row, thrown);
    if (thrown.kind !== "notFound") throw toPortalError(thrown);
    throw new AppError(
      "CONFLICT",
      `The invitation to ${row.email} is not pending at the service any more: accepted, declined or taken back. Refresh the list to see which.`,
      { cause: thrown },
    );
  }
  await inTransaction(async (tx) => {
    const evidence = `Taken back by ${actor.name}; the service confirmed it.`;
    await tx.invitation.updateMany({
      where: { id: row.id, state: { in: ["WAITING", "GONE"] } },
      data: { state: "CANCELLED", evidence, stateSince: now() },
    });
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: "invitation.cancel",
      objectType: "invitation",
      objectId: row.id,
      before: { state: row.state },
      after: { state: "CANCELLED", email: row.email },
      outcome: "DONE",
    });
  });
}

async function auditFailedCancel(actor: Actor, row: InvitationModel, error: ServiceError): Promise<void> {
  const isProven = error.kind === "notConnected" || error.status !== null;
  await inTransaction((tx) =>
    recordAudit(tx, {
      actor: toAuditActor(actor),
      action: "invitation.cancel",
      objectType: "invitation",
      objectId: row.id,
      before: { state: row.state },
      after: { email: row.email, reference: error.reference, cause: error.message },
      outcome: isProven ? "FAILED" : "UNKNOWN",
    }),
  );
}

async function getRow(id: string): Promise<InvitationModel> {
  const row = isId(id) ? await getDb().invitation.findUnique({ where: { id } }) : null;
  if (row === null) throw notFound("This invitation");
  return row;
}
