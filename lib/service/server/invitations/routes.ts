/**
 * Invitations to a cloud (interface.md endpoint 6; wire-facts.md "Invitation"). An application sees the pending ones that it sent
 * itself and nothing else; links and tokens are never part of an answer.
 */
import { getVisibleCloud, visibleTo } from "../clouds/record.ts";
import { answerJson, answerNothing } from "../http/answers.ts";
import { readBody } from "../http/body.ts";
import { wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge-again.ts";
import { idParam, type Route, type RouteContext } from "../http/route.ts";
import { parseInvitation } from "./input.ts";
import { invite } from "./invite.ts";
import { toInvitationRecord } from "./record.ts";

async function createInvitation(context: RouteContext): Promise<Response> {
  const { application, db, request } = context;
  const cloudId = idParam(context, "cloudId");
  await getVisibleCloud(cloudId, application.id, db);
  const body = await readBody(request);
  const { name, redirectRules, isRehearsal } = await db.serviceApplication.findUniqueOrThrow({
    where: { id: application.id },
    select: { name: true, redirectRules: true, isRehearsal: true },
  });
  const input = parseInvitation(body, redirectRules);
  const record = await judgeAgainIfGone(async () => {
    const cloud = await getVisibleCloud(cloudId, application.id, db);
    return invite(input, { cloud, application: { id: application.id, name, isRehearsal } }, db);
  });
  return answerJson(201, record);
}

async function listInvitations(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const cloud = await getVisibleCloud(idParam(context, "cloudId"), application.id, db);
  const rows = await db.serviceInvitation.findMany({
    where: { cloudId: cloud.id, applicationId: application.id, state: "P" },
    orderBy: { id: "asc" },
  });
  return answerJson(200, rows.map(toInvitationRecord));
}

async function getInvitation(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const row = await db.serviceInvitation.findFirst({
    where: {
      id: idParam(context, "invitationId"),
      cloudId: idParam(context, "cloudId"),
      cloud: visibleTo(application.id),
      applicationId: application.id,
      state: "P",
    },
  });
  if (row === null) throw wireNotFound();
  return answerJson(200, toInvitationRecord(row));
}

/** Withdraws a pending or declined invitation; its link is dead at once. An accepted one has become a membership. */
async function cancelInvitation(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const { count } = await db.serviceInvitation.deleteMany({
    where: {
      id: idParam(context, "invitationId"),
      cloudId: idParam(context, "cloudId"),
      cloud: visibleTo(application.id),
      applicationId: application.id,
      state: { in: ["P", "D"] },
    },
  });
  if (count === 0) throw wireNotFound();
  return answerNothing();
}

const COLLECTION = "/cloud/:cloudId/invitation";
const ONE = "/cloud/:cloudId/invitation/:invitationId";

export const invitationRoutes: readonly Route[] = [
  { method: "POST", path: COLLECTION, scopes: ["org:manage"], handler: createInvitation },
  { method: "GET", path: COLLECTION, scopes: ["org:manage"], handler: listInvitations },
  { method: "GET", path: ONE, scopes: ["org:manage"], handler: getInvitation },
  { method: "DELETE", path: ONE, scopes: ["org:manage"], handler: cancelInvitation },
];
