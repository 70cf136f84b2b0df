import "server-only";
import { requireTokenActor } from "#lib/auth/personal-token.ts";
import type { NoteTokenRefusal, TokenActor } from "#lib/auth/personal-token.ts";
import { tellError } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import { recordRefusal } from "#lib/features/refusals/record.ts";
import { toLoggedError } from "./logged-error.ts";

/** Offered Basic, spreadsheets ask the person for a name and a password; the password is the token. */
const CHALLENGE = 'Basic realm="Portico", charset="UTF-8", Bearer realm="Portico"';

/** Programs such as Power Query retry by themselves only if they are told when. */
const BUSY_STATUSES: readonly number[] = [429, 503];
const AGAIN_SECONDS = 10;

/** A route for programs: only a personal access token identifies the caller; cookies are ignored. Errors are JSON with a reference. */
export function defineTokenRoute<P>(definition: {
  name: string;
  run: (request: Request, params: P, actor: TokenActor) => Promise<Response>;
}): (request: Request, context: { params: Promise<P> }) => Promise<Response> {
  return async (request, context) => {
    let requestId = newReference();
    try {
      const networkAddress = request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
      const note: NoteTokenRefusal = (reason, staffId) =>
        recordRefusal({
          kind: "TOKEN",
          actor: null,
          ...(staffId === null ? {} : { account: { staffId } }),
          networkAddress,
          place: definition.name,
          reason: reason.toLowerCase().replaceAll("_", " "),
        });
      const authorization = request.headers.get("authorization");
      const actor = await requireTokenActor(getDb(), authorization, networkAddress, note);
      requestId = actor.requestId;
      return await definition.run(request, await context.params, actor);
    } catch (thrown) {
      const error = toLoggedError(thrown, definition.name, requestId);
      const isBusy = BUSY_STATUSES.includes(error.status);
      const { retryAfterSeconds = isBusy ? AGAIN_SECONDS : undefined } = error.details;
      return Response.json(
        { error: { code: error.code, message: tellError(error), requestId } },
        {
          status: error.status,
          headers: {
            "Cache-Control": "no-store",
            ...(error.status === 401 && { "WWW-Authenticate": CHALLENGE }),
            ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
          },
        },
      );
    }
  };
}
