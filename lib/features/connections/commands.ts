/**
 * Makes and keeps the connections that the installation itself brings: the built-in service and the one from SERVICE_*
 * variables. A change of address or credentials raises the revision, so that tokens of the old ones are not used.
 */
import { now } from "#lib/core/clock.ts";
import { constantTimeEqual, newId } from "#lib/core/ids.ts";
import { getEnv, type Env } from "#lib/core/env.ts";
import { type ConnectionKind, type ConnectionModel, type Db } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { openClientSecret, sealClientSecret } from "#lib/service/client/connection.ts";
import { recordAudit, systemActor } from "#lib/features/activity/commands.ts";
import { BUILTIN_REALM } from "./schema.ts";

type Wanted = {
  kind: ConnectionKind;
  name: string;
  baseUrl: string;
  authUrl: string;
  realm: string;
  platformUrl: string;
  clientId: string;
  secret: string;
};

const ENSURE_LOCK = 7_025_460_312n;

/**
 * The connection to the embedded service: addresses as people see them, credentials of its first application. Called by
 * boot at every start; safe to call from several processes. Returns its id.
 */
export function ensureBuiltinConnection(credentials: {
  clientId: string;
  clientSecret: string;
}): Promise<string> {
  const { origin } = getEnv();
  return ensure({
    kind: "BUILTIN",
    name: "Portico on this server",
    baseUrl: `${origin}/service`,
    authUrl: `${origin}/service`,
    realm: BUILTIN_REALM,
    platformUrl: `${origin}/platform`,
    clientId: credentials.clientId,
    secret: credentials.clientSecret,
  });
}

/**
 * The connection from SERVICE_* variables, null when none of them is set.
 * @throws Error naming the variables that are missing beside those that are set.
 */
export async function ensureConfiguredConnection(env: Env = getEnv()): Promise<string | null> {
  const values = {
    SERVICE_BASE_URL: env.SERVICE_BASE_URL,
    SERVICE_AUTH_URL: env.SERVICE_AUTH_URL,
    SERVICE_REALM: env.SERVICE_REALM,
    SERVICE_PLATFORM_URL: env.SERVICE_PLATFORM_URL,
    SERVICE_CLIENT_ID: env.SERVICE_CLIENT_ID,
    SERVICE_CLIENT_SECRET: env.SERVICE_CLIENT_SECRET,
  };
  const missing = Object.entries(values)
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (missing.length === Object.keys(values).length) return null;
  if (missing.length > 0) {
    throw new Error(
      `The connection from the environment is not complete. Also set ${missing.join(", ")}, or none of them.`,
    );
  }
  const baseUrl = values.SERVICE_BASE_URL ?? "";
  return ensure({
    kind: "LIVE",
    name: new URL(baseUrl).host,
    baseUrl,
    authUrl: values.SERVICE_AUTH_URL ?? "",
    realm: values.SERVICE_REALM ?? "",
    platformUrl: values.SERVICE_PLATFORM_URL ?? "",
    clientId: values.SERVICE_CLIENT_ID ?? "",
    secret: values.SERVICE_CLIENT_SECRET ?? "",
  });
}

function ensure(wanted: Wanted): Promise<string> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ENSURE_LOCK})`;
    const row = await tx.connection.findFirst({
      where: wanted.kind === "BUILTIN" ? { kind: "BUILTIN" } : { kind: "LIVE", baseUrl: wanted.baseUrl },
    });
    if (row === null) return create(tx, wanted);
    if (!isSame(row, wanted)) await update(tx, row, wanted);
    return row.id;
  });
}

async function create(tx: Db, wanted: Wanted): Promise<string> {
  const { secret, ...fields } = wanted;
  const id = newId();
  await tx.connection.create({
    data: { id, ...fields, ...sealed(id, secret), createdAt: now() },
  });
  await recordAudit(tx, {
    actor: systemActor(),
    action: "connection.create",
    objectType: "connection",
    objectId: id,
    after: { name: fields.name, baseUrl: fields.baseUrl, clientId: fields.clientId },
    outcome: "DONE",
  });
  return id;
}

async function update(tx: Db, row: ConnectionModel, wanted: Wanted): Promise<void> {
  const { secret, ...fields } = wanted;
  await tx.connection.update({
    where: { id: row.id },
    data: { ...fields, ...sealed(row.id, secret), revision: { increment: 1 } },
  });
  // What a service answers may change with its address; it is found out again.
  await tx.capability.deleteMany({ where: { connectionId: row.id } });
  await recordAudit(tx, {
    actor: systemActor(),
    action: "connection.replace-secret",
    objectType: "connection",
    objectId: row.id,
    before: { baseUrl: row.baseUrl, clientId: row.clientId, revision: row.revision },
    after: { baseUrl: fields.baseUrl, clientId: fields.clientId, revision: row.revision + 1 },
    outcome: "DONE",
  });
}

function sealed(id: string, secret: string): { secretCipher: Uint8Array<ArrayBuffer>; secretLast4: string } {
  return { secretCipher: sealClientSecret(id, secret), secretLast4: secret.slice(-4) };
}

function isSame(row: ConnectionModel, wanted: Wanted): boolean {
  const isSameText =
    row.name === wanted.name &&
    row.baseUrl === wanted.baseUrl &&
    row.authUrl === wanted.authUrl &&
    row.realm === wanted.realm &&
    row.platformUrl === wanted.platformUrl &&
    row.clientId === wanted.clientId;
  return isSameText && constantTimeEqual(openClientSecret(row), wanted.secret);
}
