/**
 * Records an invitation as an operation, with the registry's row of the address, in one transaction. Used by single invitations and by
 * lists; sends nothing.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, conflict } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { say, t } from "#lib/core/texts.ts";
import type { Db, OperationModel } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import type { CloudWithConnection } from "#lib/features/clouds/queries.ts";
import { submitOperation, type Linking } from "#lib/features/operations/submitting.ts";
import type { Submission } from "#lib/features/operations/rules/schema.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import { REDIRECT_URI_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import { addInvitation, invitationsOf, type KeptInvitation } from "./places/kept-people.ts";
import { landingOf, nameOf, numbersOf, type Place } from "./places/place.ts";
import { whyNoReminder } from "./policy.ts";

export type WantedInvitation = {
  /** Of the operation. */
  key: string;
  /** Normalised, by lib/core/address.ts. */
  address: string;
  email: string;
  role: number | null;
  /** The person knows that an invitation was sent before and wants another email. */
  again: boolean;
};

/**
 * Made from the connection's platform address and the Cloud's number, never from anything a browser sends.
 * @throws AppError VALIDATION when no invitation can carry it.
 */
export function requireRedirectUri(cloud: CloudWithConnection, project: Place["project"] = null): string {
  const redirectUri = landingOf({ cloud, project });
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
 * First transaction of an invitation. @throws AppError CONFLICT when the person was invited already and `again` is not set, when the person
 * has joined, or when an email to the address is being sent or uncertain; VALIDATION.
 */
export function submitInvitation(
  actor: Actor,
  place: Place,
  wanted: WantedInvitation,
  link?: Linking,
): Promise<OperationModel> {
  const { cloud, project } = place;
  const redirectUri = requireRedirectUri(cloud, project);
  const { key, email, address, role } = wanted;
  return submitOperation(
    actor,
    {
      key,
      ...callOf(place),
      connection: cloud.connection,
      body: { email, redirect_uri: redirectUri, ...(role === null ? {} : { role }) },
      subject: invitationSubject(place, address),
      title: email,
      place: nameOf(place),
    },
    link,
    (tx) => prepareInvitation(tx, { ...wanted, place, redirectUri, actor }),
  );
}

/** The kind of call, and the ids that its answer belongs to. */
function callOf(place: Place): Pick<Submission, "kind" | "path" | "context"> {
  const { cloud, project } = place;
  const number = Number(cloud.serviceId);
  const context = { cloudId: cloud.id, cloudServiceId: number };
  if (project === null) {
    return { kind: "INVITE", path: addressOf("invite", { cloudId: number }), context };
  }
  const projectServiceId = Number(project.serviceId);
  return {
    kind: "INVITE_TO_PROJECT",
    path: addressOf("inviteToProject", { cloudId: number, projectId: projectServiceId }),
    context: { ...context, projectId: project.id, projectServiceId },
  };
}

/** The subject that only one open operation may have: an invitation of this address into this place. @param address normalised */
export function invitationSubject(place: Place, address: string): string {
  const { cloud, project } = numbersOf(place);
  return project === null
    ? `invite:${String(cloud)}:${address}`
    : `invite-to-project:${String(cloud)}:${String(project)}:${address}`;
}

type Wanted = WantedInvitation & { place: Place; redirectUri: string; actor: Actor };

const SENDING = {
  state: "SENDING",
  ...stored("evidence", say("Recorded; Portico is calling the service.")),
} as const;

/** The registry's row of the address, in the transaction that records the operation: checked and marked in one statement. */
async function prepareInvitation(
  tx: Db,
  wanted: Wanted,
): Promise<{ invitationId: string; invitationBefore: string | null; waitingSince: string }> {
  const { place, address, email, redirectUri, role, actor, again } = wanted;
  const invitations = invitationsOf(tx, place);
  const sentAt = now();
  const existing = await invitations.find({ address });
  if (existing === null) {
    const id = newId();
    await addInvitation(tx, place, {
      id,
      address,
      email,
      redirectUri,
      role,
      ...SENDING,
      stateSince: sentAt,
      createdById: actor.staffId,
      createdAt: sentAt,
    });
    return { invitationId: id, invitationBefore: null, waitingSince: sentAt.toISOString() };
  }
  refuseDuplicate(place, existing, again);
  const { id, state, stateSince } = existing;
  const isWaiting = state === "WAITING";
  const marked = await invitations.change(
    { id, state, stateSince },
    {
      ...SENDING,
      stateSince: sentAt,
      redirectUri,
      // After an ended invitation this is a new one, with its own date and inviter. The list that had the other says nothing about it.
      ...(isWaiting ? {} : { listedAt: null, createdAt: sentAt }),
      ...(role === null ? {} : { role }),
      ...(!isWaiting || existing.createdById === null ? { createdById: actor.staffId } : {}),
    },
  );
  if (marked.count === 0) {
    throw conflict(
      say("The state of the invitation to {email} has just changed. Nothing was sent. Reload the page.", {
        email,
      }),
    );
  }
  // The email of the ended invitation says nothing about this one either.
  if (!isWaiting && place.project === null)
    await tx.invitation.updateMany({ where: { id }, data: { mailSeenAt: null } });
  return {
    invitationId: id,
    invitationBefore: state,
    waitingSince: (isWaiting ? stateSince : sentAt).toISOString(),
  };
}

function refuseDuplicate({ cloud, project }: Place, existing: KeptInvitation, again: boolean): void {
  const { address, email, state, createdAt } = existing;
  const list = project === null ? "/invitations" : `/clouds/${cloud.id}/projects/${project.id}/people`;
  const href = `${list}?search=${encodeURIComponent(address)}`;
  if (state === "JOINED") {
    const said =
      project === null
        ? say("{email} has already joined this Cloud. Nothing was sent. The person's rights stay the same.", {
            email,
          })
        : say(
            "{email} has already joined this project. Nothing was sent. The person's rights stay the same.",
            { email },
          );
    throw conflict(said, { details: { href } });
  }
  if (state !== "WAITING" || again) return;
  const refusal = whyNoReminder(existing, "", now());
  if (refusal?.field === false) throw conflict(refusal.sentence, { details: { href } });
  const said = say(
    "{email} was invited on {since} and has not answered yet. Nothing was sent. To send a second email, choose “Send another email”.",
    { email, since: createdAt.toISOString().slice(0, 10) },
  );
  // The same answer asks for everything that another email needs.
  const fieldErrors = {
    again: [t("The person was invited before and gets a second email.")],
    ...(refusal !== null && { reason: [told(refusal.sentence)] }),
  };
  throw conflict(said, { details: { href, fieldErrors } });
}
