/**
 * Maintains the connections that the installation itself defines: the built-in service and the one from SERVICE_* variables. A change of
 * address or credentials raises the revision, so that tokens of the old ones are not used.
 */
import { now } from "#lib/core/clock.ts";
import { constantTimeEqual, newId } from "#lib/core/ids.ts";
import { getEnv, type Env } from "#lib/core/env.ts";
import { getDb, type ConnectionModel, type Db, inTransaction } from "#lib/db/client.ts";
import { openClientSecret, sealClientSecret } from "#lib/service/client/connection.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";
import { BUILTIN_REALM } from "./schema.ts";

type Wanted = Pick<
  ConnectionModel,
  "kind" | "name" | "baseUrl" | "authUrl" | "realm" | "platformUrl" | "clientId" | "isConfigured"
> & { secret: string };

const ENSURE_LOCK = 7_025_460_312n;

/**
 * Ensures the connection to the embedded service: its public addresses, and the credentials of its first application. Boot calls it at
 * every start; several processes may call it at once. Returns its id.
 */
export function ensureBuiltinConnection(credentials: {
  clientId: string;
  clientSecret: string;
}): Promise<string> {
  const { origin } = getEnv();
  return ensure({
    kind: "BUILTIN",
    name: "Portico",
    baseUrl: `${origin}/service`,
    authUrl: `${origin}/service`,
    realm: BUILTIN_REALM,
    platformUrl: `${origin}/platform`,
    clientId: credentials.clientId,
    isConfigured: false,
    secret: credentials.clientSecret,
  });
}

const VARIABLES = [
  "SERVICE_BASE_URL",
  "SERVICE_AUTH_URL",
  "SERVICE_REALM",
  "SERVICE_PLATFORM_URL",
  "SERVICE_CLIENT_ID",
  "SERVICE_CLIENT_SECRET",
] as const;

/**
 * Ensures the connection from SERVICE_* variables; null when none of them is set.
 * @throws Error naming the variables that are missing beside those that are set.
 */
export async function ensureConfiguredConnection(env: Env = getEnv()): Promise<string | null> {
  const missing = VARIABLES.filter((name) => env[name] === undefined);
  if (missing.length === VARIABLES.length) {
    await releaseOthers(null);
    return null;
  }
  if (missing.length > 0) {
    throw new Error(
      `The connection from the environment is not complete. Also set ${missing.join(", ")}, or none of them.`,
    );
  }
  const baseUrl = env.SERVICE_BASE_URL ?? "";
  const id = await ensure({
    kind: "LIVE",
    name: new URL(baseUrl).host,
    baseUrl,
    authUrl: env.SERVICE_AUTH_URL ?? "",
    realm: env.SERVICE_REALM ?? "",
    platformUrl: env.SERVICE_PLATFORM_URL ?? "",
    clientId: env.SERVICE_CLIENT_ID ?? "",
    isConfigured: true,
    secret: env.SERVICE_CLIENT_SECRET ?? "",
  });
  await releaseOthers(id);
  return id;
}

/** Archives the connection of a built-in service that is switched off; switching it on restores the connection automatically. */
export async function archiveBuiltinConnection(): Promise<void> {
  await getDb().connection.updateMany({
    where: { kind: "BUILTIN", archivedAt: null },
    data: { archivedAt: now() },
  });
}

/** Connections that the configuration no longer names can be changed by hand from now on. */
async function releaseOthers(id: string | null): Promise<void> {
  await getDb().connection.updateMany({
    where: { isConfigured: true, ...(id !== null && { id: { not: id } }) },
    data: { isConfigured: false },
  });
}

function ensure(wanted: Wanted): Promise<string> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ENSURE_LOCK})`;
    const row = await find(tx, wanted);
    if (row === null) return create(tx, wanted);
    if (!isSame(row, wanted)) await update(tx, row, wanted);
    return row.id;
  });
}

/** The row that this connection had before; a connection added by hand to the same application is taken over. */
async function find(tx: Db, { kind, baseUrl, realm, clientId }: Wanted): Promise<ConnectionModel | null> {
  if (kind === "BUILTIN") return tx.connection.findFirst({ where: { kind } });
  return (
    (await tx.connection.findFirst({ where: { kind, baseUrl, isConfigured: true } })) ??
    (await tx.connection.findFirst({ where: { kind, baseUrl, realm, clientId } }))
  );
}

async function create(tx: Db, wanted: Wanted): Promise<string> {
  const { secret, ...fields } = wanted;
  const id = newId();
  await tx.connection.create({ data: { id, ...fields, ...sealed(id, secret), createdAt: now() } });
  await recordAudit(tx, {
    actor: systemActor(),
    action: "connection.create",
    objectType: "connection",
    objectId: id,
    after: { name: fields.name, baseUrl: fields.baseUrl, clientId: fields.clientId },
  });
  return id;
}

async function update(tx: Db, row: ConnectionModel, wanted: Wanted): Promise<void> {
  const { secret, ...fields } = wanted;
  const isKept = isSecretKept(row, secret);
  // A new name alone changes no call: what is under way goes on.
  const isOtherCall = !isKept || isElsewhere(row, fields) || row.isConfigured !== fields.isConfigured;
  const next = await tx.connection.update({
    where: { id: row.id },
    data: {
      ...fields,
      ...(isKept ? {} : sealed(row.id, secret)),
      archivedAt: null,
      ...(isOtherCall ? { revision: { increment: 1 } } : {}),
      version: { increment: 1 },
    },
  });
  // A new address may offer other operations, so they are discovered again.
  if (row.baseUrl !== fields.baseUrl) await tx.capability.deleteMany({ where: { connectionId: row.id } });
  const told = ({ name, baseUrl, clientId, revision }: ConnectionModel) => ({
    name,
    baseUrl,
    clientId,
    revision,
  });
  await recordAudit(tx, {
    actor: systemActor(),
    action: isKept ? "connection.change" : "connection.replace-secret",
    objectType: "connection",
    objectId: row.id,
    before: told(row),
    after: told(next),
  });
}

/** Whether calls go to another place, or as another application: what is known of the connection may not hold there. */
export function isElsewhere(
  row: ConnectionModel,
  wanted: Pick<ConnectionModel, (typeof DESTINATION)[number]>,
): boolean {
  return DESTINATION.some((field) => row[field] !== wanted[field]);
}

const DESTINATION = ["baseUrl", "authUrl", "realm", "clientId"] as const;

/** A new secret, sealed for the connection of this id. */
export function sealed(id: string, secret: string) {
  return { secretCipher: sealClientSecret(id, secret), secretLast4: secret.slice(-4), secretSince: now() };
}

function isSame(row: ConnectionModel, wanted: Wanted): boolean {
  const { secret, ...fields } = wanted;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return (
    names.every((name) => row[name] === fields[name]) && row.archivedAt === null && isSecretKept(row, secret)
  );
}

function isSecretKept(row: ConnectionModel, secret: string): boolean {
  return constantTimeEqual(openClientSecret(row), secret);
}
