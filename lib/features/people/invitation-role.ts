/**
 * Gives an invitation into a project that waits another role, where the service changes the people of a project (docs/service "People of a
 * project"): the same change as of a member, by the number that the service's list gives the invitation. No email is sent.
 */
import { requirePermission, type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, notFound, type AppError, parseInput } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { requireThere } from "#lib/features/clouds/changes.ts";
import { auditOf, sendChange, type ServiceChange } from "#lib/features/clouds/service-change.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import {
  getInvitation,
  invitationsOf,
  type KeptInvitation,
} from "#lib/features/invitations/places/kept-people.ts";
import { nameOf, numbersOf, objectOf, type Place } from "#lib/features/invitations/places/place.ts";
import { readPeople } from "#lib/features/invitations/reading.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { notRead, type Role } from "./change.ts";
import { changeInvitationRoleSchema, type ChangeInvitationRole } from "./schema.ts";

/**
 * @throws AppError CONFLICT when the invitation does not wait any more, or the service does not offer it; FORBIDDEN; NOT_FOUND; UPSTREAM,
 * which says whether anything was done.
 */
export async function changeInvitationRole(actor: Actor, input: ChangeInvitationRole): Promise<void> {
  requirePermission(actor, "member:change");
  const { invitationId, role } = parseInput(changeInvitationRoleSchema, input);
  const { row, place } = await getInvitation(invitationId);
  const { project } = place;
  if (project === null) throw notFound(say("This invitation"));
  requireThere(place.cloud);
  requireThere(project);
  const numbers = { cloud: numbersOf(place).cloud, project: Number(project.serviceId) };
  const startedAt = now();
  const people = await clientFor(place.cloud.connection)
    .listProjectUsers(numbers.cloud, numbers.project)
    .catch((thrown: unknown) => {
      if (thrown instanceof ServiceError) throw notRead(thrown.message);
      throw thrown;
    });
  const listed = people.find(
    (person) => row.state === "WAITING" && person.invitationId === Number(row.serviceId),
  );
  if (listed === undefined) throw await noLonger(place);
  const change = describe(place, row, role);
  if (listed.role !== role) {
    try {
      await inTransaction((tx) => requirePermissionNow(tx, actor, "member:change"));
      await sendChange(actor, change, (client) =>
        client.changeProjectUser(numbers.cloud, numbers.project, listed.id, { role }),
      );
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.kind === "notFound") throw await noLonger(place);
      if (!(await isDoneByNow(place, row.id, role, startedAt))) throw thrown;
    }
  }
  await inTransaction(async (tx) => {
    // A list that was on its way meanwhile is older than this.
    await invitationsOf(tx, place).change({ id: row.id, state: "WAITING" }, { role, stateSince: now() });
    if (listed.role !== role) await recordAudit(tx, auditOf(actor, change, "DONE"));
  });
}

function describe(place: Place, { email, role }: KeptInvitation, wanted: Role): ServiceChange {
  return {
    connection: place.cloud.connection,
    capability: "changeProjectUser",
    list: "listProjectUsers",
    action: "member.change-role",
    ...objectOf(place),
    before: { email, role, place: nameOf(place) },
    after: { email, role: wanted, place: nameOf(place) },
    subject: say("The invitation to {email}", { email }),
    instead: say("Withdraw the invitation and send another one with the right role."),
  };
}

/** It was answered, withdrawn, or withdrawn elsewhere: the list is read, so that the page tells which. */
async function noLonger(place: Place): Promise<AppError> {
  await readPeople(place, { since: now() });
  return conflict(say("This invitation does not wait for an answer any more. Nothing was changed."));
}

/** After an answer that never came: what the service's own list says now. */
async function isDoneByNow(place: Place, id: string, role: Role, startedAt: Date): Promise<boolean> {
  const read = await readPeople(place, { since: startedAt });
  if (read.state !== "fresh") return false;
  return (await invitationsOf(getDb(), place).find({ id }))?.role === role;
}
