/**
 * The addresses that only persons' tokens may call (docs/service "States of an invitation"). The embedded service issues no such tokens, so
 * an application that calls these addresses gets 403, whatever its scopes. There is nothing to describe, so they are not operations.
 */
import { wireForbidden } from "../http/errors.ts";
import type { Route } from "../http/route.ts";

function personsOnly(method: Route["method"], path: string): Route {
  return { method, path, scopes: [], handler: () => Promise.reject(wireForbidden()) };
}

export const personsRoutes: readonly Route[] = [
  personsOnly("GET", "/user"),
  personsOnly("GET", "/user/invitations"),
  personsOnly("GET", "/user/invitations/:invitationId"),
  personsOnly("POST", "/user/invitations/:invitationId/accept"),
  personsOnly("POST", "/user/invitations/:invitationId/deny"),
];
