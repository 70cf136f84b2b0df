/**
 * Who is calling: checks the bearer token of every operation (RFC 6750) and the application's row behind it. The row is read at every call,
 * so that a disabled application is locked out at once, although its tokens are still validly signed. Only calls for ready-made answers may
 * use a row read a moment ago: otherwise a program that reads class after class would wait for the database as long as for the bytes
 * (decision 0038). Nothing else of the service may be remembered here.
 */
import { Prisma, type PrismaClient } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import type { Scope } from "#lib/service/contract/scopes.ts";
import { detailError } from "../http/errors.ts";
import type { AnswersRow, ApplicationActor } from "../http/route.ts";
import { readToken } from "./tokens.ts";
import { LRUCache } from "lru-cache";
import { countOwnWrites } from "#lib/db/own-writes.ts";

type CallerRow = { id: number; scopes: string[]; status: string | null; answers_key: string | null };

/** A model by the ids of its path. */
export type ModelAddress = { cloudId: number; projectId: number; modelId: number };

/**
 * The application of the request's token and, for `model`, the answers of that model if the application may see it.
 * @throws WireError 401 with `WWW-Authenticate` (RFC 6750 section 3).
 */
export async function requireCaller(
  request: Request,
  db: PrismaClient,
  model: ModelAddress | null,
): Promise<{ application: ApplicationActor; answers: AnswersRow | null }> {
  const token = bearerToken(request);
  if (token === null) {
    throw detailError(401, TEXT.noCredentials, { "WWW-Authenticate": 'Bearer realm="portico"' });
  }
  const subject = await readToken(token, db);
  if (subject === null) throw invalidToken();
  const { clientId } = subject;
  const row = await (model === null ? findApplication(clientId, db) : findCall(clientId, model, db));
  if (row === null) throw invalidToken();
  const scopes = subject.scopes.filter((scope) => row.scopes.includes(scope));
  const application = { id: row.id, clientId, scopes };
  const { status, answers_key: answersKey } = row;
  return { application, answers: status === null ? null : { status, answersKey } };
}

/**
 * Checks that the application has any one of the scopes; an empty list always passes.
 * @throws WireError 403 (RFC 6750 section 3.1, insufficient_scope).
 */
export function requireScope(application: ApplicationActor, scopes: readonly Scope[]): void {
  if (scopes.length === 0 || scopes.some((scope) => application.scopes.includes(scope))) return;
  const challenge = `Bearer realm="portico", error="insufficient_scope", scope="${scopes.join(" ")}"`;
  throw detailError(403, TEXT.forbidden, { "WWW-Authenticate": challenge });
}

/**
 * The credential after `Bearer` and spaces (RFC 9110 section 11.4); null when another scheme or nothing was sent. A malformed credential
 * counts as a wrong token.
 */
function bearerToken(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null || !/^bearer(?: |$)/i.test(header)) return null;
  return header.slice("bearer".length).replace(/^ +/, "");
}

function invalidToken(): Error {
  const challenge =
    'Bearer realm="portico", error="invalid_token", error_description="The token is malformed, expired or revoked"';
  return detailError(401, TEXT.badToken, { "WWW-Authenticate": challenge });
}

/** The caller's row, for calls that do not need a model's answers. */
async function findApplication(clientId: string, db: PrismaClient): Promise<CallerRow | null> {
  const statement = Prisma.sql`
    SELECT id, scopes, NULL AS status, NULL AS answers_key FROM service_application WHERE client_id = ${clientId} AND disabled_at IS NULL`;
  const [row] = await queryPrepared<CallerRow>(db, "service-application", statement);
  return row ?? null;
}

/** Caller and answers in one statement, which takes half the time of two; the visibility rule is that of documentsWhere. */
function findCall(
  clientId: string,
  { cloudId, projectId, modelId }: ModelAddress,
  db: PrismaClient,
): Promise<CallerRow | null> {
  const statement = Prisma.sql`
    SELECT app.id, app.scopes, seen.status, seen.answers_key
    FROM service_application app
    LEFT JOIN LATERAL (
      SELECT m.status::text AS status, m.answers_key
      FROM service_model m
      JOIN service_project p ON p.id = m.project_id
      JOIN service_cloud_application ca ON ca.cloud_id = p.cloud_id
      WHERE m.id = ${modelId} AND p.id = ${projectId} AND p.cloud_id = ${cloudId}
        AND ca.application_id = app.id
    ) seen ON true
    WHERE app.client_id = ${clientId} AND app.disabled_at IS NULL`;
  return rememberCall(db, JSON.stringify([clientId, cloudId, projectId, modelId]), async () => {
    const [row] = await queryPrepared<CallerRow>(db, "service-call", statement);
    return row ?? null;
  });
}

export const REMEMBERED_MS = 500;
const REMEMBERED_MAX = 1_000;

type Remembered<Row> = { row: Promise<Row | null>; writes: number };
type Memory<Row> = LRUCache<string, Remembered<Row>>;

// Keyed by client, so that tests with several databases in one process do not share a memory.
const memories = new WeakMap<PrismaClient, Memory<unknown>>();

/**
 * The row that `find` returns for `key`, read at most REMEMBERED_MS ago and after this process's last change. Concurrent callers share one
 * reading; absent rows and errors are never remembered. A key must be used for only one kind of row.
 */
export function rememberCall<Row>(
  db: PrismaClient,
  key: string,
  find: () => Promise<Row | null>,
): Promise<Row | null> {
  const memory = memoryOf<Row>(db);
  const known = memory.get(key);
  const writes = countOwnWrites();
  if (known?.writes === writes) return known.row;
  const row = find();
  const entry = { row, writes };
  memory.set(key, entry);
  const forget = (): void => {
    if (memory.peek(key) === entry) memory.delete(key);
  };
  row.then((found) => {
    if (found === null) forget();
  }, forget);
  return row;
}

function memoryOf<Row>(db: PrismaClient): Memory<Row> {
  const known = memories.get(db) as Memory<Row> | undefined;
  if (known !== undefined) return known;
  const made: Memory<Row> = new LRUCache({
    max: REMEMBERED_MAX,
    ttl: REMEMBERED_MS,
    // Exact, and by the clock that a test may have set.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  memories.set(db, made as Memory<unknown>);
  return made;
}
