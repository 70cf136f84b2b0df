/**
 * The users of a cloud (docs/service "User" and "Members"), and the people of a project (docs/service "People of a project"): its members,
 * and people whom this application invited and who have not answered. A person of a project keeps the same number from the invitation on,
 * so a change finds them even if they accept meanwhile.
 */
import type { userOperations, projectUserOperations } from "#lib/service/contract/operations/people.ts";
import { getVisibleCloud, visibleTo } from "../records/cloud.ts";
import { orNotFound, wireNotFound } from "../http/errors.ts";
import type { CallTo, Handlers } from "../http/route.ts";
import { toUserRecord, type MemberRow, toInvitedRecord, toProjectUserRecord } from "./record.ts";
import type { Prisma } from "#lib/db/client.ts";
import type { ProjectUserRecord } from "#lib/service/contract/records.ts";
import { getVisibleProject, projectsWhere } from "../records/project.ts";

export const userHandlers: Handlers<keyof typeof userOperations> = {
  async listCloudUsers(call) {
    const cloud = await getVisibleCloud(call);
    const rows = await call.db.serviceMember.findMany({
      where: { cloudId: cloud.id },
      include: { user: true },
      orderBy: { userId: "asc" },
    });
    return rows.map(toUserRecord);
  },

  async getCloudUser(call) {
    return toUserRecord(await getMember(call));
  },

  async changeCloudUser(call) {
    const member = await getMember(call);
    const { cloud_role: role } = (await call.readBody()).finish();
    if (role === undefined) return toUserRecord(member);
    const { cloudId, userId } = member;
    const row = await call.db.serviceMember.update({
      where: { cloudId_userId: { cloudId, userId }, cloud: visibleTo(call.application.id) },
      data: { role },
      include: { user: true },
    });
    return toUserRecord(row);
  },

  /** Removes a person from a Cloud and all its projects; the account stays. */
  async removeCloudUser({ params: { cloudId, userId }, application, db }) {
    const cloud = visibleTo(application.id);
    await db.$transaction(async (tx) => {
      const { count } = await tx.serviceMember.deleteMany({ where: { cloudId, userId, cloud } });
      if (count === 0) throw wireNotFound();
      await tx.serviceProjectMember.deleteMany({ where: { userId, project: { cloudId } } });
    });
  },
};

/** The member of the request's path, in a cloud that the application sees. @throws WireError 404 */
async function getMember({
  params: { cloudId, userId },
  application,
  db,
}: CallTo<{ cloudId: number; userId: number }>): Promise<MemberRow> {
  const where = { cloudId, userId, cloud: visibleTo(application.id) };
  return orNotFound(await db.serviceMember.findFirst({ where, include: { user: true } }));
}

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
  return toProjectUserRecord(orNotFound(row));
}
