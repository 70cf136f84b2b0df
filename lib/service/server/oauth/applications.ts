/**
 * Applications and their secrets, for the token endpoint (docs/service "Applications"). Secrets are random or long, so only their SHA-256
 * and, for people, the last four characters are stored; two may be live during a rotation. The operator registers applications
 * (../applications); the wire has no operation for it.
 */
import { timingSafeEqual, createHash } from "node:crypto";
import { now } from "#lib/core/clock.ts";
import { Prisma, type PrismaClient } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";
import type { Scope } from "#lib/service/contract/scopes.ts";

export type ApplicationInput = {
  clientId: string;
  name: string;
  secret: string;
  scopes: readonly Scope[];
  /** Whether it is the application of this portal's rehearsals, whose invitations send no email and are shown to nobody. */
  isRehearsal?: boolean;
};

/** What the token endpoint needs to know about a client. */
export type KnownClient = { id: number; clientId: string; scopes: string[]; secretHashes: Uint8Array[] };

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}

/** What is stored about a secret. */
export function sealedSecret(secret: string): { secretHash: Uint8Array<ArrayBuffer>; hint: string } {
  return { secretHash: Uint8Array.from(hashSecret(secret)), hint: secret.slice(-4) };
}

/**
 * Makes sure that the application exists with this secret as the only live one; called at start, harmless when repeated and
 * when two processes start at once. Returns the application's id.
 */
export async function ensureApplication(input: ApplicationInput, db: PrismaClient): Promise<number> {
  const scopes = [...input.scopes];
  const isRehearsal = input.isRehearsal === true;
  const { secretHash, hint } = sealedSecret(input.secret);
  return db.$transaction(async (tx) => {
    const { id } = await tx.serviceApplication.upsert({
      where: { clientId: input.clientId },
      create: { clientId: input.clientId, name: input.name, scopes, isRehearsal },
      update: { name: input.name, scopes, isRehearsal },
    });
    await tx.$queryRaw`SELECT id FROM service_application WHERE id = ${id} FOR UPDATE`;
    const live = await tx.serviceSecret.findFirst({
      where: { applicationId: id, secretHash, revokedAt: null },
    });
    await tx.serviceSecret.updateMany({
      where: { applicationId: id, revokedAt: null, NOT: { secretHash } },
      data: { revokedAt: now() },
    });
    if (live === null) await tx.serviceSecret.create({ data: { applicationId: id, secretHash, hint } });
    else if (live.hint !== hint) await tx.serviceSecret.update({ where: { id: live.id }, data: { hint } });
    return id;
  });
}

type ClientRow = { id: number; client_id: string; scopes: string[]; secret_hash: Uint8Array | null };

/** The application with its live secrets; null when it is unknown or disabled. Called for every grant. */
export async function findClient(clientId: string, db: PrismaClient): Promise<KnownClient | null> {
  const statement = Prisma.sql`
    SELECT a.id, a.client_id, a.scopes, s.secret_hash
    FROM service_application a
    LEFT JOIN service_secret s ON s.application_id = a.id AND s.revoked_at IS NULL
    WHERE a.client_id = ${clientId} AND a.disabled_at IS NULL`;
  const rows = await queryPrepared<ClientRow>(db, "service-client", statement);
  const [first] = rows;
  if (first === undefined) return null;
  const secretHashes = rows.map((row) => row.secret_hash).filter((hash) => hash !== null);
  return { id: first.id, clientId: first.client_id, scopes: first.scopes, secretHashes };
}

/** True when the secret is one of the live secrets; the time taken reveals nothing about them. */
export function matchesSecret(client: KnownClient, secret: string): boolean {
  const presented = hashSecret(secret);
  let matched = false;
  for (const hash of client.secretHashes) {
    if (hash.byteLength === presented.byteLength && timingSafeEqual(hash, presented)) matched = true;
  }
  return matched;
}
