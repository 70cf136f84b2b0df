/**
 * The users of a cloud (wire-facts.md "User"), and the routes that belong to persons: an application that calls those is told 403,
 * whatever its scopes are.
 */
import { getVisibleCloud, visibleTo } from "../clouds/record.ts";
import { answerJson, answerNothing } from "../http/answers.ts";
import { wireForbidden, wireNotFound } from "../http/errors.ts";
import { idParam, type Route, type RouteContext } from "../http/route.ts";
import { toUserRecord } from "./record.ts";

async function listUsers(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const cloud = await getVisibleCloud(idParam(context, "cloudId"), application.id, db);
  const rows = await db.serviceMember.findMany({
    where: { cloudId: cloud.id },
    include: { user: true },
    orderBy: { userId: "asc" },
  });
  return answerJson(200, rows.map(toUserRecord));
}

/** Takes a person out of a cloud; the account stays. */
async function removeUser(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const { count } = await db.serviceMember.deleteMany({
    where: {
      cloudId: idParam(context, "cloudId"),
      userId: idParam(context, "userId"),
      cloud: visibleTo(application.id),
    },
  });
  if (count === 0) throw wireNotFound();
  return answerNothing();
}

/** wire-facts.md: user tokens only. The embedded service gives none out, so this is the answer to everybody. */
function refuseApplication(): Promise<Response> {
  return Promise.reject(wireForbidden());
}

function personsOnly(method: Route["method"], path: string): Route {
  return { method, path, scopes: [], handler: refuseApplication };
}

export const userRoutes: readonly Route[] = [
  { method: "GET", path: "/cloud/:cloudId/user", scopes: ["cloud:read"], handler: listUsers },
  { method: "DELETE", path: "/cloud/:cloudId/user/:userId", scopes: ["cloud:manage"], handler: removeUser },
  personsOnly("GET", "/user"),
  personsOnly("GET", "/user/invitations"),
  personsOnly("GET", "/user/invitations/:invitationId"),
  personsOnly("POST", "/user/invitations/:invitationId/accept"),
  personsOnly("POST", "/user/invitations/:invitationId/deny"),
];
