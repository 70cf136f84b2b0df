/**
 * The embedded service's only entry point: a web Request under /service becomes a Response. Every call passes the same steps: address,
 * bearer token, rate, method, scope, handler. Nothing else of the service is reachable from outside.
 */
import { newReference } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import { cloudHandlers } from "./clouds/handlers.ts";
import { answerDescription } from "./description/handle.ts";
import { documentHandlers } from "./documents/handlers.ts";
import { elementHandlers } from "./elements/handlers.ts";
import { answerError, answerNothing } from "./http/answers.ts";
import { drainBody } from "./http/node/idle-watch.ts";
import { methodNotAllowed, orNotFound } from "./http/errors.ts";
import { implement, createRouter, type Match } from "./http/router.ts";
import type { Route } from "./http/route.ts";
import { discardBody } from "./http/stored/stored-answer.ts";
import { invitationHandlers, projectInvitationHandlers } from "./invitations/handlers.ts";
import { modelHandlers } from "./models/handlers.ts";
import { requireCaller, requireScope, type ModelAddress } from "./oauth/bearer.ts";
import { answerOAuth, isOAuthPath } from "./oauth/handle.ts";
import { projectHandlers } from "./projects/handlers.ts";
import { requireRate } from "./http/buckets.ts";
import { projectUserHandlers, userHandlers } from "./users/handlers.ts";
import { personsRoutes } from "./users/persons.ts";
import { webhookHandlers } from "./webhooks/handlers.ts";

const PREFIX = "/service";

/** All addresses of the service below its prefix, except those of the sign-in and the description. */
export const serviceRoutes: readonly Route[] = [
  ...implement({
    ...cloudHandlers,
    ...projectHandlers,
    ...modelHandlers,
    ...elementHandlers,
    ...documentHandlers,
    ...invitationHandlers,
    ...userHandlers,
    ...projectUserHandlers,
    ...projectInvitationHandlers,
    ...webhookHandlers,
  }),
  ...personsRoutes,
];

const findRoute = createRouter(serviceRoutes);

/** Answers one call; never throws. Aborts of the caller reach handlers through `request.signal`. */
export async function handleServiceRequest(request: Request): Promise<Response> {
  const requestId = newReference();
  const url = new URL(request.url);
  const path = url.pathname.startsWith(PREFIX) ? url.pathname.slice(PREFIX.length) : "";
  const response = isOAuthPath(path)
    ? await answerOAuth(request, path, requestId)
    : await answerOperation(request, { path, query: url.searchParams }, requestId).catch((thrown: unknown) =>
        answerError(thrown, requestId),
      );
  response.headers.set("X-Request-Id", requestId);
  // After a 408, do not wait for the caller a second time.
  const isClosing = response.headers.get("Connection") === "close";
  if (response.status >= 400 && !isClosing && !(await drainBody(request))) {
    response.headers.set("Connection", "close");
  }
  return request.method === "HEAD" ? withoutBody(response) : response;
}

async function answerOperation(
  request: Request,
  { path, query }: { path: string; query: URLSearchParams },
  requestId: string,
): Promise<Response> {
  const description = answerDescription(request, path);
  if (description !== null) return description;
  const match = orNotFound(findRoute(request.method, path));
  const db = getDb();
  const { application, answers } = await requireCaller(request, db, modelOf(match));
  requireRate(application.id);
  if (request.method === "OPTIONS") return answerNothing({ Allow: match.allowed.join(", ") });
  const { route } = match;
  if (route === null) throw methodNotAllowed(request.method, match.allowed);
  requireScope(application, route.scopes);
  return route.handler({ request, params: match.params, query, application, answers, db, requestId });
}

/** The model whose answers are looked up together with the caller; null where the route does not need them. */
function modelOf({ route, params }: Match): ModelAddress | null {
  if (route?.findsAnswers !== true) return null;
  const idOf = (name: string): number => Number(params[name]);
  return { cloudId: idOf("cloudId"), projectId: idOf("projectId"), modelId: idOf("modelId") };
}

/** RFC 9110 section 9.3.2: the headers of GET, no content. */
async function withoutBody(response: Response): Promise<Response> {
  await discardBody(response);
  return new Response(null, { status: response.status, headers: response.headers });
}
