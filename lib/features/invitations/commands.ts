/**
 * Invites people to Clouds and projects (docs/service "Invitation"). Emails can't be unsent, so each invitation goes through the operation
 * journal, and a second one to the same address must be asked for explicitly.
 */
import { requirePermission, type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, validation, parseInput } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { recordAudit, toWitnessedActor } from "#lib/audit/record.ts";
import type { Asked } from "#lib/features/clouds/shared-reading.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { contextSchema } from "#lib/features/operations/rules/schema.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import { readMeantAddress } from "./addresses/one-address.ts";
import { auditDetail } from "./operation.ts";
import { getInvitation, invitationsOf } from "./places/kept-people.ts";
import { getPlace, nameOf, numbersOf, type Place, type PlaceInput } from "./places/place.ts";
import { whyNoReminder } from "./policy.ts";
import { readPeople } from "./reading.ts";
import { submitInvitation } from "./sending.ts";
import { inviteSchema, type Invite, type InviteResult, type RefreshReport } from "./schema.ts";

/**
 * Invites one address to a Cloud or a project.
 * @throws AppError VALIDATION for the address, also where it is doubtful and unconfirmed; CONFLICT when the person was invited already and
 * `again` is not set, when the person has joined, or when an email to the address is being sent or uncertain; NOT_FOUND; FORBIDDEN.
 */
export async function invitePerson(actor: Actor, input: Invite): Promise<InviteResult> {
  requirePermission(actor, "invitation:send");
  const { key, cloudId, projectId, role, again, reason, ...typed } = parseInput(inviteSchema, input);
  const place = await getPlace({ cloudId, projectId });
  const parsed = await readMeantAddress(
    typed,
    async (address) => !again && (await isNew(place, address, key)),
  );
  if (again) await assertRemindable(place, parsed.key, reason, key);
  const wanted = { key, address: parsed.key, email: parsed.email, role, again };
  const submitted = await submitInvitation(actor, place, wanted, async (tx, operationId) => {
    if (reason === "") return;
    const { context } = await tx.operation.findUniqueOrThrow({
      where: { id: operationId },
      select: { context: true },
    });
    await recordAudit(tx, {
      actor,
      action: "invitation.send",
      objectType: "operation",
      objectId: operationId,
      after: { email: parsed.email, reason, ...auditDetail(contextSchema.parse(context)) },
      outcome: "INTENDED",
    });
  });
  const operation = await runOperation(submitted.id);
  return { operation, invitationId: operation.context.invitationId ?? null };
}

/** Neither known in this place nor sent by this same form: only then does a doubt about the address deserve a question. */
async function isNew(place: Place, address: string, key: string): Promise<boolean> {
  const known = await invitationsOf(getDb(), place).count({
    address,
    state: { in: ["WAITING", "JOINED"] },
  });
  return known === 0 && (await getDb().operation.count({ where: { key } })) === 0;
}

/** Limits how often a person is emailed; a form sent twice is not another email. */
async function assertRemindable(place: Place, address: string, reason: string, key: string): Promise<void> {
  const row = await invitationsOf(getDb(), place).find({ address });
  if (row?.state !== "WAITING" || (await getDb().operation.count({ where: { key } })) > 0) return;
  const refusal = whyNoReminder(row, reason, now());
  if (refusal === null) return;
  if (refusal.field) throw validation({ reason: [told(refusal.sentence)] }, say("Nothing was sent."));
  throw conflict(refusal.sentence);
}

/** Asks the service to email a waiting person again (docs/service "Invitation": the same call, the same record, another mail). */
export async function remindPerson(
  actor: Actor,
  input: { key: string; invitationId: string; reason?: string },
): Promise<InviteResult> {
  requirePermission(actor, "invitation:send");
  const { row, place } = await getInvitation(input.invitationId);
  const role = row.role === 25 || row.role === 50 || row.role === 100 ? row.role : "";
  return invitePerson(actor, {
    key: input.key,
    cloudId: place.cloud.id,
    projectId: place.project?.id,
    email: row.email,
    again: true,
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    role,
  });
}

/** Reads the service's lists for one Cloud or project and records what they prove. @throws AppError NOT_FOUND */
export async function refreshPeople(
  actor: Actor,
  place: PlaceInput,
  asked: Asked = {},
): Promise<RefreshReport> {
  requirePermission(actor, "portal:read");
  return readPeople(await getPlace(place), asked);
}

/**
 * Withdraws a pending invitation at the service. The link in the email may still open the platform, but no longer gives access.
 * @throws AppError CONFLICT when it is no longer pending, or why it could not be done.
 */
export async function cancelInvitation(actor: Actor, invitationId: string): Promise<void> {
  requirePermission(actor, "invitation:send");
  const { row, place } = await getInvitation(invitationId);
  if (row.state !== "WAITING" || row.serviceId === null || row.erasedAt !== null) {
    throw conflict(
      say("The invitation to {email} is not pending, so nothing was withdrawn.", { email: row.email }),
    );
  }
  const cancelling = {
    actor: toWitnessedActor(actor),
    action: "invitation.cancel",
    objectType: "invitation",
    objectId: row.id,
    before: { state: row.state },
    after: { email: row.email, place: nameOf(place) },
  } as const;
  await inTransaction((tx) => requirePermissionNow(tx, actor, "invitation:send"));
  try {
    await withdraw(place, Number(row.serviceId));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    const isProven = thrown.kind === "notConnected" || thrown.status !== null;
    const { reference, message: cause } = thrown;
    const after = { ...cancelling.after, reference, cause };
    const outcome = isProven ? "FAILED" : "UNKNOWN";
    await inTransaction((tx) => recordAudit(tx, { ...cancelling, after, outcome }));
    if (thrown.kind !== "notFound") throw toPortalError(thrown);
    throw conflict(
      say(
        "The invitation to {email} is no longer pending at the service: accepted, declined or withdrawn. Refresh the list to see which.",
        { email: row.email },
      ),
      { cause: thrown },
    );
  }
  await inTransaction(async (tx) => {
    const evidence = say("Withdrawn by {name}; the service confirmed it.", { name: actor.name });
    await invitationsOf(tx, place).change(
      { id: row.id, state: { in: ["WAITING", "GONE"] } },
      { state: "CANCELLED", ...stored("evidence", evidence), stateSince: now() },
    );
    const after = { state: "CANCELLED", ...cancelling.after };
    await recordAudit(tx, { ...cancelling, after });
  });
}

function withdraw(place: Place, invitationNumber: number): Promise<void> {
  const client = clientFor(place.cloud.connection);
  const { cloud, project } = numbersOf(place);
  return project === null
    ? client.cancelInvitation(cloud, invitationNumber)
    : client.cancelProjectInvitation(cloud, project, invitationNumber);
}
