/**
 * Invitations to a cloud (docs/service "Invitation"), and to a project, with a required role ("People of a project"). An application sees
 * only the pending invitations that it sent itself; links and tokens are never part of an answer.
 */
import type { Prisma } from "#lib/db/client.ts";
import type {
  invitationOperations,
  projectInvitationOperations,
} from "#lib/service/contract/operations/people.ts";
import { getVisibleCloud, visibleTo } from "../records/cloud.ts";
import { orNotFound, wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge/judge.ts";
import type { Call, CallTo, Handlers } from "../http/route.ts";
import { requireInvitation } from "./input.ts";
import { invite, type InvitingPlace } from "./invite.ts";
import { type InvitationRow, toInvitationRecord, toProjectInvitationRecord } from "./record.ts";
import { getVisibleProject, projectsWhere } from "../records/project.ts";

export const invitationHandlers: Handlers<keyof typeof invitationOperations> = {
  async invite(call) {
    const findPlace = async () => ({ cloud: await getVisibleCloud(call), project: null });
    return toInvitationRecord(await inviteInto(call, findPlace));
  },

  async listInvitations(call) {
    const cloud = await getVisibleCloud(call);
    const rows = await call.db.serviceInvitation.findMany({
      where: { cloudId: cloud.id, projectId: null, applicationId: call.application.id, state: "P" },
      orderBy: { id: "asc" },
    });
    return rows.map(toInvitationRecord);
  },

  async getInvitation(call) {
    const where = { ...ownWhere(call), state: "P" as const };
    return toInvitationRecord(orNotFound(await call.db.serviceInvitation.findFirst({ where })));
  },

  /** Withdraws a pending or declined invitation; its link stops working at once. An accepted invitation has become a membership. */
  async cancelInvitation(call) {
    const { count } = await call.db.serviceInvitation.deleteMany({
      where: { ...ownWhere(call), state: { in: ["P", "D"] } },
    });
    if (count === 0) throw wireNotFound();
  },
};

/** Before the body is read, and once more when it was read: the place must be there. */
async function inviteInto(
  call: Call<"invite"> | Call<"inviteToProject">,
  findPlace: () => Promise<InvitingPlace>,
): Promise<InvitationRow> {
  await findPlace();
  const body = await call.readBody();
  const inviter = await call.db.serviceApplication.findUniqueOrThrow({ where: { id: call.application.id } });
  const input = requireInvitation(body, inviter.redirectRules);
  return judgeAgainIfGone(async () => invite(input, await findPlace(), inviter, call.db));
}

/** The invitation of the request's path, if the application sent it into a Cloud that it sees. */
function ownWhere({
  params: { cloudId, invitationId },
  application,
}: CallTo<{ cloudId: number; invitationId: number }>): Prisma.ServiceInvitationWhereInput {
  const applicationId = application.id;
  return { id: invitationId, cloudId, projectId: null, cloud: visibleTo(applicationId), applicationId };
}

export const projectInvitationHandlers: Handlers<keyof typeof projectInvitationOperations> = {
  async inviteToProject(call) {
    const findPlace = async () => {
      const project = await getVisibleProject(call);
      return { cloud: project.cloud, project };
    };
    return toProjectInvitationRecord(await inviteInto(call, findPlace));
  },

  async listProjectInvitations(call) {
    const { id: projectId } = await getVisibleProject(call);
    const rows = await call.db.serviceInvitation.findMany({
      where: { projectId, applicationId: call.application.id, state: "P" },
      orderBy: { id: "asc" },
    });
    return rows.map(toProjectInvitationRecord);
  },

  /** Withdraws a pending or declined invitation; its link stops working at once. An accepted invitation has become a membership. */
  async cancelProjectInvitation(call) {
    const { projectId, projectInvitationId: id } = call.params;
    const project = { id: projectId, ...projectsWhere(call) };
    const { count } = await call.db.serviceInvitation.deleteMany({
      where: { id, project, applicationId: call.application.id, state: { in: ["P", "D"] } },
    });
    if (count === 0) throw wireNotFound();
  },
};
