import "server-only";
import { requirePermission } from "#lib/auth/actor.ts";
import type { Actor, Permission } from "#lib/auth/actor.ts";
import { requireActor } from "#lib/auth/session.ts";
import { AppError, tellError } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { toLoggedError } from "./logged-error.ts";
import { noteRefusedAccess } from "./refusals.ts";

/** A header of the portal's own changing requests; a foreign page cannot set it without a preflight. */
const OWN_HEADER = "x-portico";

const NOT_STORED = { "Cache-Control": "no-store" };

/**
 * A route of the portal for the signed-in person: same origin (where it changes something), actor, permission, run, answer. `run` gives a
 * Response, or what is answered as JSON. Errors are JSON with a reference.
 */
export function defineRoute<P>(definition: {
  name: string;
  permission: Permission;
  /** Polled by pages: does not keep the session of an absent person alive. */
  isBackground?: true;
  run: (request: Request, params: P, actor: Actor) => Promise<object>;
}): (request: Request, context: { params: Promise<P> }) => Promise<Response> {
  return async (request, context) => {
    let requestId = newReference();
    let actor: Actor | null = null;
    try {
      if (request.method !== "GET" && request.method !== "HEAD") assertOwnPage(request);
      actor = await requireActor({ isBackground: definition.isBackground === true });
      requestId = actor.requestId;
      requirePermission(actor, definition.permission);
      const answer = await definition.run(request, await context.params, actor);
      return answer instanceof Response ? answer : Response.json(answer, { headers: NOT_STORED });
    } catch (thrown) {
      const error = toLoggedError(thrown, definition.name, requestId);
      await noteRefusedAccess(error, actor, definition.name);
      return jsonError(error.status, error.code, sayWhat(error), requestId, error.details.retryAfterSeconds);
    }
  };
}

/** A route has no fields to show messages beside: the field errors become the message. */
function sayWhat(error: AppError): string {
  const sentences = Object.values(error.details.fieldErrors ?? {}).flat();
  return sentences.length === 0 ? tellError(error) : sentences.join(" ");
}

function assertOwnPage(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  if (request.headers.get(OWN_HEADER) === "1" && (site === null || site === "same-origin")) return;
  throw new AppError(
    "FORBIDDEN",
    say("This request did not come from a page of the portal. Nothing was done."),
  );
}

function jsonError(
  status: number,
  code: string,
  message: string,
  requestId: string,
  retryAfterSeconds?: number,
): Response {
  return Response.json(
    { error: { code, message, requestId } },
    {
      status,
      headers: {
        ...NOT_STORED,
        ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
      },
    },
  );
}
