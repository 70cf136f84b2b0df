/** Invitations to a project (docs/service "People of a project"): like those to a Cloud, with a required role. */
import type { projectInvitationOperations } from "#lib/service/contract/operations/project-people.ts";
import { wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge/judge-again.ts";
import type { Handlers } from "../http/route.ts";
import { getVisibleProject, projectsWhere } from "../records/project.ts";
import { requireInvitation } from "./input.ts";
import { invite, readInviter } from "./invite.ts";
import { toProjectInvitationRecord } from "./record.ts";

export const projectInvitationHandlers: Handlers<keyof typeof projectInvitationOperations> = {
  async inviteToProject(call) {
    await getVisibleProject(call);
    const body = await call.readBody();
    const inviter = await readInviter(call);
    const input = requireInvitation(body, inviter.redirectRules);
    return judgeAgainIfGone(async () => {
      const project = await getVisibleProject(call);
      const place = { cloud: project.cloud, project };
      return toProjectInvitationRecord(await invite(input, place, inviter, call.db));
    });
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
