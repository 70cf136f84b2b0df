/**
 * Reads connections and makes clients for them. Nothing outside this file and the client sees a sealed secret.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { getEnv } from "#lib/core/env.ts";
import { isId } from "#lib/core/ids.ts";
import { getDb, type ConnectionModel, type Db } from "#lib/db/client.ts";
import { createServiceClient, type ServiceClient } from "#lib/service/client/service-client.ts";
import type { ConnectionView } from "./schema.ts";

/** All connections, the built-in one first, then by name. */
export async function listConnections(actor: Actor): Promise<ConnectionView[]> {
  requirePermission(actor, "portal:read");
  const rows = await getDb().connection.findMany({ orderBy: [{ kind: "asc" }, { name: "asc" }] });
  return rows.map(toView);
}

/** @throws AppError NOT_FOUND */
export async function getConnection(actor: Actor, id: string): Promise<ConnectionView> {
  requirePermission(actor, "portal:read");
  return toView(await getConnectionRow(id));
}

/** The row behind a connection, for commands. @throws AppError NOT_FOUND */
export async function getConnectionRow(id: string, db: Db = getDb()): Promise<ConnectionModel> {
  const row = isId(id) ? await db.connection.findUnique({ where: { id } }) : null;
  if (row === null) throw notFound("This connection");
  return row;
}

/**
 * A client for a connection. The built-in service is called over the loopback address of this process, whatever address
 * people reach it under.
 */
export function clientFor(row: ConnectionModel): ServiceClient {
  const loopback = `http://127.0.0.1:${String(getEnv().PORT)}/service`;
  const isBuiltin = row.kind === "BUILTIN";
  return createServiceClient({
    id: row.id,
    revision: row.revision,
    baseUrl: isBuiltin ? loopback : row.baseUrl,
    authUrl: isBuiltin ? loopback : row.authUrl,
    realm: row.realm,
    clientId: row.clientId,
    secretCipher: row.secretCipher,
  });
}

function toView(row: ConnectionModel): ConnectionView {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    baseUrl: row.baseUrl,
    authUrl: row.authUrl,
    realm: row.realm,
    platformUrl: row.platformUrl,
    clientId: row.clientId,
    secretLast4: row.secretLast4,
    revision: row.revision,
  };
}
