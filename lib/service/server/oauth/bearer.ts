/**
 * Who is calling: checks the bearer token of every operation (RFC 6750) and the application's row behind it. The row is read at every
 * call, so that a disabled application is out at once although its tokens are still signed; nothing of it may be kept here.
 */
import { Prisma } from "#lib/db/client.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import type { Scope } from "#lib/service/contract/scopes.ts";
import { detailError } from "../http/errors.ts";
import type { ApplicationActor } from "../http/route.ts";
import { readToken } from "./tokens.ts";

type ApplicationRow = { id: number; scopes: string[] };

/**
 * The application of the request's token.
 * @throws WireError 401 with `WWW-Authenticate` (RFC 6750 section 3).
 */
export async function requireApplication(request: Request, db: PrismaClient): Promise<ApplicationActor> {
  const token = bearerToken(request);
  if (token === null) {
    throw detailError(401, TEXT.noCredentials, { "WWW-Authenticate": 'Bearer realm="portico"' });
  }
  const subject = await readToken(token, db);
  const row = subject === null ? null : await findApplication(subject.clientId, db);
  if (subject === null || row === null) throw invalidToken();
  const scopes = subject.scopes.filter((scope) => row.scopes.includes(scope));
  return { id: row.id, clientId: subject.clientId, scopes };
}

/**
 * Any one of the scopes suffices; none needed passes always.
 * @throws WireError 403 (RFC 6750 section 3.1, insufficient_scope).
 */
export function requireScope(application: ApplicationActor, scopes: readonly Scope[]): void {
  if (scopes.length === 0 || scopes.some((scope) => application.scopes.includes(scope))) return;
  const challenge = `Bearer realm="portico", error="insufficient_scope", scope="${scopes.join(" ")}"`;
  throw detailError(403, TEXT.forbidden, { "WWW-Authenticate": challenge });
}

/** The credential after `Bearer`; null when another scheme or nothing was sent. A malformed one is a wrong token. */
function bearerToken(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null || !/^bearer(?: |$)/i.test(header)) return null;
  return header.slice("bearer".length).trim();
}

function invalidToken(): Error {
  const challenge =
    'Bearer realm="portico", error="invalid_token", error_description="The token is malformed, expired or revoked"';
  return detailError(401, TEXT.badToken, { "WWW-Authenticate": challenge });
}

/** Every call of the service passes here. */
async function findApplication(clientId: string, db: PrismaClient): Promise<ApplicationRow | null> {
  const statement = Prisma.sql`
    SELECT id, scopes FROM service_application WHERE client_id = ${clientId} AND disabled_at IS NULL`;
  const [row] = await queryPrepared<ApplicationRow>(db, "service-application", statement);
  return row ?? null;
}
