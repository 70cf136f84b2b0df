/**
 * Reads records of requests for the pages where the work is. Never writes.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb } from "#lib/db/client.ts";
import { toCurl } from "./curl.ts";
import type { RequestRecordRow } from "./schema.ts";

const LIMIT = 20;

/** The last exchanges of an operation, or of a connection; newest first. */
export async function listRequests(
  actor: Actor,
  of: { operationId: string } | { connectionId: string },
): Promise<RequestRecordRow[]> {
  requirePermission(actor, "portal:read");
  const db = getDb();
  const found = await db.requestRecord.findMany({ where: of, orderBy: { id: "desc" }, take: LIMIT });
  const connections = await db.connection.findMany({
    where: { id: { in: [...new Set(found.map(({ connectionId }) => connectionId))] } },
    select: { id: true, baseUrl: true, authUrl: true, clientId: true },
  });
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  return found.map((row) => {
    const connection = byId.get(row.connectionId);
    return {
      id: row.id.toString(),
      at: row.at,
      method: row.method,
      path: row.path,
      status: row.status,
      durationMs: row.durationMs,
      requestBytes: row.requestBytes === null ? null : Number(row.requestBytes),
      responseBytes: Number(row.responseBytes),
      reference: row.reference,
      cause: row.cause,
      curl: connection === undefined ? "" : toCurl(row, connection),
    };
  });
}
