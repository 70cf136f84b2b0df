/** Invitations to a project (docs/service "People of a project"): as those to a cloud, with a role that has to be chosen. */
import type { projectPeopleOperations } from "#lib/service/contract/operations/project-people.ts";
import { wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge/judge-again.ts";
import type { Handlers } from "../http/route.ts";
import { getVisibleProject, projectsWhere } from "../records/project.ts";
import { requireInvitation } from "./input.ts";
import { invite } from "./invite.ts";
import { toProjectInvitationRecord } from "./record.ts";

type InvitationOperation = Extract<keyof typeof projectPeopleOperations, `${string}nvit${string}`>;

export const projectInvitationHandlers: Handlers<InvitationOperation> = {
  async inviteToProject(call) {
    const { application, db } = call;
    await getVisibleProject(call);
    const body = await call.readBody();
    const { name, redirectRules, isRehearsal } = await db.serviceApplication.findUniqueOrThrow({
      where: { id: application.id },
      select: { name: true, redirectRules: true, isRehearsal: true },
    });
    const input = requireInvitation(body, redirectRules);
    return judgeAgainIfGone(async () => {
      const project = await getVisibleProject(call);
      const inviter = { id: application.id, name, isRehearsal };
      const place = { cloud: project.cloud, project, application: inviter };
      return toProjectInvitationRecord(await invite(input, place, db));
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

  /** Withdraws a pending or declined invitation; its link is dead at once. An accepted one has become a membership. */
  async cancelProjectInvitation(call) {
    const { projectId, projectInvitationId: id } = call.params;
    const project = { id: projectId, ...projectsWhere(call) };
    const { count } = await call.db.serviceInvitation.deleteMany({
      where: { id, project, applicationId: call.application.id, state: { in: ["P", "D"] } },
    });
    if (count === 0) throw wireNotFound();
  },
};
