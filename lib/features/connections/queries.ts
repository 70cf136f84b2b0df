/** Reads connections and makes clients for them. Only this file and the client ever see a sealed secret. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getById } from "#lib/core/errors.ts";
import { getEnv } from "#lib/core/env.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type ConnectionModel, type Db } from "#lib/db/client.ts";
import type { Network } from "#lib/service/client/connection.ts";
import { createServiceClient, type ServiceClient } from "#lib/service/client/service-client.ts";
import { toCheckView, toView, type ConnectionView } from "./record.ts";
import { CAPABILITIES } from "./schema.ts";

/** A connection's newest check as stored, for queries with its `checks`. */
export const LAST_CHECK = { where: { purpose: "CONNECTION" }, orderBy: { at: "desc" }, take: 1 } as const;

/** Connections that are not archived, the built-in one first, then by name. */
export async function listConnections(actor: Actor): Promise<ConnectionView[]> {
  requirePermission(actor, "portal:read");
  const rows = await getDb().connection.findMany({
    where: { archivedAt: null },
    orderBy: [{ kind: "asc" }, { name: "asc" }],
  });
  return rows.map(toView);
}

/** The same with what the list shows of each: the built-in one after the live ones, archived ones last. */
export async function listConnectionCards(actor: Actor) {
  requirePermission(actor, "portal:read");
  const rows = await getDb().connection.findMany({
    orderBy: [{ archivedAt: { sort: "desc", nulls: "first" } }, { kind: "desc" }, { name: "asc" }],
    include: { _count: { select: { clouds: true } }, checks: LAST_CHECK },
  });
  return rows.map((row) => ({
    ...toView(row),
    cloudCount: row._count.clouds,
    lastCheck: row.checks[0] === undefined ? null : toCheckView(row.checks[0]),
  }));
}

/** A connection as the list shows it. */
export type ConnectionCard = Awaited<ReturnType<typeof listConnectionCards>>[number];

/** @throws AppError NOT_FOUND */
export async function getConnectionDetails(actor: Actor, id: string) {
  const connection = await getConnection(actor, id);
  const db = getDb();
  const [cloudCount, checks, capabilities, uncertainCount, doneCount] = await Promise.all([
    db.cloud.count({ where: { connectionId: id } }),
    db.connectionCheck.findMany({ where: { connectionId: id }, orderBy: { at: "desc" }, take: 20 }),
    db.capability.findMany({ where: { connectionId: id } }),
    db.operation.count({ where: { connectionId: id, state: { in: ["UNKNOWN", "DONE_ID_LOST"] } } }),
    db.operation.count({ where: { connectionId: id, state: "DONE" }, take: 1 }),
  ]);
  const views = checks.map(toCheckView);
  const lastCheck = views.find((check) => check.purpose === "CONNECTION") ?? null;
  const newest = views[0];
  return {
    connection,
    cloudCount,
    /** The newest check of the connection as stored, and the check of a newer secret that was refused. */
    lastCheck,
    /** Operations sent through this connection whose outcome is unknown. */
    uncertainCount,
    /** The service has taken a call over this connection: a whole check, or work. */
    hasAnswered:
      doneCount > 0 ||
      capabilities.some((capability) => capability.answers) ||
      views.some((check) => check.purpose === "CONNECTION" && check.stoppedAt === null),
    refusedSecret: newest?.purpose === "NEW_SECRET" && newest.stoppedAt !== null ? newest : null,
    capabilities: CAPABILITIES.flatMap((operation) => {
      const row = capabilities.find((candidate) => candidate.operation === operation);
      return row === undefined ? [] : [{ operation, answers: row.answers, checkedAt: row.checkedAt }];
    }),
  };
}

/** What a connection's page shows besides the connection itself. */
export type ConnectionDetails = Awaited<ReturnType<typeof getConnectionDetails>>;

/** @throws AppError NOT_FOUND */
export async function getConnection(actor: Actor, id: string): Promise<ConnectionView> {
  requirePermission(actor, "portal:read");
  return toView(await getConnectionRow(id));
}

/** The row behind a connection, for commands. @throws AppError NOT_FOUND */
export async function getConnectionRow(id: string, db: Db = getDb()): Promise<ConnectionModel> {
  return getById(id, say("This connection"), () => db.connection.findUnique({ where: { id } }));
}

/** Where to call a connection. The built-in service is called over this process's loopback address, whatever its public address. */
export function calledAddresses(
  row: Pick<ConnectionModel, "kind" | "baseUrl" | "authUrl" | "platformUrl">,
): Pick<ConnectionModel, "baseUrl" | "authUrl" | "platformUrl"> {
  const { kind, baseUrl, authUrl, platformUrl } = row;
  if (kind !== "BUILTIN") return { baseUrl, authUrl, platformUrl };
  const loopback = `http://127.0.0.1:${String(getEnv().PORT)}`;
  const service = `${loopback}/service`;
  return { baseUrl: service, authUrl: service, platformUrl: `${loopback}/platform` };
}

/** Where to call a connection, as which application, and which networks the calls may reach. */
export function whereToCall(row: ConnectionModel) {
  const { realm, clientId } = row;
  return { ...calledAddresses(row), realm, clientId, network: networkOf(row) };
}

/** A client for a connection. */
export function clientFor(row: ConnectionModel): ServiceClient {
  const { id, revision, secretCipher } = row;
  return createServiceClient({ id, revision, secretCipher, ...whereToCall(row) });
}

/** Where calls may lead: the operator's own configuration is trusted, addresses that people enter are restricted. */
function networkOf(row: Pick<ConnectionModel, "kind" | "isConfigured" | "allowsPrivate">): Network {
  if (row.kind === "BUILTIN" || row.isConfigured) return "configured";
  return row.allowsPrivate ? "private" : "public";
}
