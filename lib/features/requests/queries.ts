/** Reads records of requests for the pages of the things they concern. Never writes. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb, type Prisma } from "#lib/db/client.ts";
import { toCurl } from "./curl.ts";

const LIMIT = 20;

/** A Cloud of a connection with everything below it, a project of it, or one model of that; all by their numbers at the service. */
export type RequestsBelow = { connectionId: string; cloudId: number; projectId?: number; modelId?: number };

/** The requests of one operation, of one connection, or about one thing at the service. */
export type RequestsOf = { operationId: string } | { connectionId: string } | RequestsBelow;

/** The last exchanges; newest first. */
export async function listRequests(actor: Actor, of: RequestsOf) {
  requirePermission(actor, "portal:read");
  const db = getDb();
  const found = await db.requestRecord.findMany({ where: toWhere(of), orderBy: { id: "desc" }, take: LIMIT });
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
      /** Null: no answer came. */
      status: row.status,
      durationMs: row.durationMs,
      requestBytes: row.requestBytes === null ? null : Number(row.requestBytes),
      responseBytes: Number(row.responseBytes),
      reference: row.reference,
      cause: row.cause,
      /** The same call for a terminal; secrets are placeholders. */
      curl: connection === undefined ? "" : toCurl(row, connection),
    };
  });
}

export type RequestRecordRow = Awaited<ReturnType<typeof listRequests>>[number];

/** By the address alone, so that calls from every page are found; a number must end where the path segment does. */
function toWhere(of: RequestsOf): Prisma.RequestRecordWhereInput {
  if (!("cloudId" in of)) return of;
  return {
    connectionId: of.connectionId,
    OR: addressesOf(of).flatMap((address) => [
      { path: { endsWith: address } },
      { path: { contains: `${address}/` } },
      { path: { contains: `${address}?` } },
    ]),
  };
}

/** A model has two addresses (docs/service "Addresses"). */
function addressesOf({ cloudId, projectId, modelId }: RequestsBelow): string[] {
  const cloud = `/cloud/${String(cloudId)}`;
  if (projectId === undefined) return [cloud];
  const project = `${cloud}/project/${String(projectId)}`;
  if (modelId === undefined) return [project];
  return ["ifc", "model"].map((kind) => `${project}/${kind}/${String(modelId)}`);
}
