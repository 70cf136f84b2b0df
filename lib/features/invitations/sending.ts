/**
 * Writes an invitation down as an operation, with the registry's row of the address, in one transaction. Used by single
 * invitations and by lists; nothing here sends anything.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import type { CloudModel, ConnectionModel, Db, InvitationModel, OperationModel } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { platformAddress } from "#lib/features/clouds/queries.ts";
import { submitOperation, type Linking } from "#lib/features/operations/journal.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import { REDIRECT_URI_LENGTH_MAX } from "#lib/service/contract/inputs.ts";

export type InvitationCloud = CloudModel & { connection: ConnectionModel };

export type WantedInvitation = {
  /** Of the operation. */
  key: string;
  /** Normalised, by lib/core/address.ts. */
  address: string;
  email: string;
  role: number | null;
  /** The person knows that one was sent before and wants another mail. */
  again: boolean;
};

/**
 * The redirect_uri is made from the connection's platform address and the cloud's number, never from anything a browser sends.
 * @throws AppError VALIDATION when no invitation can carry it.
 */
export function requireRedirectUri(cloud: InvitationCloud): string {
  const redirectUri = platformAddress(cloud.connection, Number(cloud.serviceId));
  if (redirectUri.length <= REDIRECT_URI_LENGTH_MAX) return redirectUri;
  throw new AppError(
    "VALIDATION",
    say(
      "The platform address of this connection is too long for an invitation ({length} characters, at most {lengthMax}). Nothing was sent. An administrator can shorten it.",
      { length: redirectUri.length, lengthMax: REDIRECT_URI_LENGTH_MAX },
    ),
  );
}

/**
 * First transaction of an invitation. @throws AppError CONFLICT when the person was invited already and `again` is not set, when the
 * person has joined, or when a mail to the address is under way or uncertain; VALIDATION.
 */
export function submitInvitation(
  actor: Actor,
  cloud: InvitationCloud,
  wanted: WantedInvitation,
  link?: Linking,
): Promise<OperationModel> {
  const redirectUri = requireRedirectUri(cloud);
  const cloudServiceId = Number(cloud.serviceId);
  const { key, email, address, role } = wanted;
  return submitOperation(
    actor,
    {
      key,
      kind: "INVITE",
      connection: cloud.connection,
      path: addressOf("invite", { cloudId: cloudServiceId }),
      body: { email, redirect_uri: redirectUri, ...(role === null ? {} : { role }) },
      subject: `invite:${String(cloudServiceId)}:${address}`,
      title: email,
      context: { cloudId: cloud.id, cloudServiceId },
    },
    (tx) => prepareInvitation(tx, { ...wanted, cloudId: cloud.id, redirectUri, actor }),
    link,
  );
}

type Wanted = WantedInvitation & { cloudId: string; redirectUri: string; actor: Actor };

const SENDING = {
  state: "SENDING",
  ...stored("evidence", say("Recorded; Portico is calling the service.")),
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
      say("The state of the invitation to {email} has just changed. Nothing was sent. Reload the page.", {
        email,
      }),
    );
  }
  return { invitationId: existing.id, invitationBefore: existing.state };
}

function refuseDuplicate(existing: InvitationModel, again: boolean): void {
  const href = { details: { href: `/invitations?search=${encodeURIComponent(existing.address)}` } };
  if (existing.state === "JOINED") {
    throw new AppError(
      "CONFLICT",
      say("{email} has already joined this Cloud. Nothing was sent. The person's rights stay the same.", {
        email: existing.email,
      }),
      href,
    );
  }
  if (existing.state === "WAITING" && !again) {
    const since = existing.createdAt.toISOString().slice(0, 10);
    throw new AppError(
      "CONFLICT",
      say(
        "{email} was invited on {since} and has not answered yet. Nothing was sent. Choose “Send another mail” if the person should get a second one.",
        { email: existing.email, since },
      ),
      href,
    );
  }
}
