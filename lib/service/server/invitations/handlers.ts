/**
 * Invitations to a cloud (docs/service "Invitation"). An application sees only the pending invitations that it sent itself; links and
 * tokens are never part of an answer.
 */
import type { Prisma } from "#lib/db/client.ts";
import type { invitationOperations } from "#lib/service/contract/operations/invitations.ts";
import { getVisibleCloud, visibleTo } from "../records/cloud.ts";
import { wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge/judge-again.ts";
import type { CallTo, Handlers } from "../http/route.ts";
import { requireInvitation } from "./input.ts";
import { invite, readInviter } from "./invite.ts";
import { toInvitationRecord } from "./record.ts";

export const invitationHandlers: Handlers<keyof typeof invitationOperations> = {
  async invite(call) {
    await getVisibleCloud(call);
    const body = await call.readBody();
    const inviter = await readInviter(call);
    const input = requireInvitation(body, inviter.redirectRules);
    return judgeAgainIfGone(async () => {
      const place = { cloud: await getVisibleCloud(call), project: null };
      return toInvitationRecord(await invite(input, place, inviter, call.db));
    });
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
    const row = await call.db.serviceInvitation.findFirst({ where: { ...ownWhere(call), state: "P" } });
    if (row === null) throw wireNotFound();
    return toInvitationRecord(row);
  },

  /** Withdraws a pending or declined invitation; its link stops working at once. An accepted invitation has become a membership. */
  async cancelInvitation(call) {
    const { count } = await call.db.serviceInvitation.deleteMany({
      where: { ...ownWhere(call), state: { in: ["P", "D"] } },
    });
    if (count === 0) throw wireNotFound();
  },
};

/** The invitation of the request's path, if the application sent it into a Cloud that it sees. */
function ownWhere({
  params: { cloudId, invitationId },
  application,
}: CallTo<{ cloudId: number; invitationId: number }>): Prisma.ServiceInvitationWhereInput {
  const applicationId = application.id;
  return { id: invitationId, cloudId, projectId: null, cloud: visibleTo(applicationId), applicationId };
}
