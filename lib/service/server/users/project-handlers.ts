/**
 * The people of a project (docs/service "People of a project"): its members, and people whom this application invited and who have not
 * answered. A person keeps the same number from the invitation on, so a change finds them even if they accept meanwhile.
 */
import type { Prisma } from "#lib/db/client.ts";
import type { projectUserOperations } from "#lib/service/contract/operations/project-people.ts";
import type { ProjectUserRecord } from "#lib/service/contract/records.ts";
import { wireNotFound } from "../http/errors.ts";
import type { CallTo, Handlers } from "../http/route.ts";
import { getVisibleProject, projectsWhere } from "../records/project.ts";
import { toInvitedRecord, toProjectUserRecord } from "./project-record.ts";

export const projectUserHandlers: Handlers<keyof typeof projectUserOperations> = {
  async listProjectUsers(call) {
    const { id: projectId } = await getVisibleProject(call);
    // Read invitations first: a person who accepts between the two reads is then in both, never in neither.
    const invited = await call.db.serviceInvitation.findMany({
      where: { projectId, applicationId: call.application.id, state: "P" },
    });
    const members = await call.db.serviceProjectMember.findMany({
      where: { projectId },
      include: { user: true },
    });
    const people = new Map<number, ProjectUserRecord>(invited.map((row) => [row.id, toInvitedRecord(row)]));
    for (const row of members) people.set(row.id, toProjectUserRecord(row));
    return [...people.values()].toSorted((one, other) => one.id - other.id);
  },

  async changeProjectUser(call) {
    const before = await findPerson(call);
    const { role } = (await call.readBody()).finish();
    if (role === undefined) return before;
    const { member, invited } = personWhere(call);
    const { count } = await call.db.serviceInvitation.updateMany({ where: invited, data: { role } });
    if (count === 0) await call.db.serviceProjectMember.updateMany({ where: member, data: { role } });
    return findPerson(call);
  },

  async removeProjectUser(call) {
    const { member, invited } = personWhere(call);
    const withdrawn = await call.db.serviceInvitation.deleteMany({ where: invited });
    if (withdrawn.count > 0) return;
    const removed = await call.db.serviceProjectMember.deleteMany({ where: member });
    if (removed.count === 0) throw wireNotFound();
  },
};

type PersonCall = CallTo<{ cloudId: number; projectId: number; projectUserId: number }>;

/** The person of the request's path, as a member and as a person invited by this application. */
function personWhere(call: PersonCall): {
  member: Prisma.ServiceProjectMemberWhereInput;
  invited: Prisma.ServiceInvitationWhereInput;
} {
  const { projectId, projectUserId: id } = call.params;
  const project = { id: projectId, ...projectsWhere(call) };
  return {
    member: { id, project },
    invited: { id, project, applicationId: call.application.id, state: "P" },
  };
}

/** @throws WireError 404 when nobody has this number in the project */
async function findPerson(call: PersonCall): Promise<ProjectUserRecord> {
  const { member, invited } = personWhere(call);
  const invitation = await call.db.serviceInvitation.findFirst({ where: invited });
  if (invitation !== null) return toInvitedRecord(invitation);
  const row = await call.db.serviceProjectMember.findFirst({ where: member, include: { user: true } });
  if (row === null) throw wireNotFound();
  return toProjectUserRecord(row);
}
