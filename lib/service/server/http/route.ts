/**
 * What an operation of the embedded service is made of. The router (router.ts) finds the route, checks the bearer token and
 * the scope, and only then calls the handler; a handler throws WireError (errors.ts) for every answer that is not a success.
 */
import type { Scope } from "#lib/service/contract/scopes.ts";
import type { PrismaClient } from "#lib/db/client.ts";

/** The application that a valid access token belongs to, as its row stands now. */
export type ApplicationActor = {
  id: number;
  clientId: string;
  /** Scopes of this token that the application still has. */
  scopes: readonly string[];
};

/** A model's status, and where the ready-made answers of its last run are. */
export type AnswersRow = { status: string; answersKey: string | null };

export type RouteContext = {
  request: Request;
  /** Path parameters as text; those named …Id are digits only and a safe positive integer. */
  params: Record<string, string>;
  query: URLSearchParams;
  application: ApplicationActor;
  /** Of routes that say `findsAnswers`; null for a model that is absent or hidden from the application, and on other routes. */
  answers: AnswersRow | null;
  db: PrismaClient;
  /** Also in the log line and the answer's X-Request-Id. */
  requestId: string;
};

export type Route = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** e.g. "/cloud/:cloudId/project/:projectId/ifc"; `/ifc` stands for `/model` as well. */
  path: string;
  /** Any one of them suffices; empty: none is needed. */
  scopes: readonly Scope[];
  /** The statement that finds the caller also finds the answers of the model in the path: where each millisecond counts. */
  findsAnswers?: true;
  handler: (context: RouteContext) => Promise<Response>;
};

/** A numeric path parameter that the router has checked already. */
export function idParam(context: RouteContext, name: string): number {
  const value = Number(context.params[name]);
  if (!Number.isSafeInteger(value)) throw new Error(`The route has no numeric parameter ${name}.`);
  return value;
}
