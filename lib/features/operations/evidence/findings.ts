/**
 * Looks for the result of an uncertain operation by reading the service where possible. Candidates are offered to a person; nothing is
 * decided here, and "not there" is never called "does not exist".
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { getById } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type ConnectionModel, type OperationModel } from "#lib/db/client.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor, getConnectionRow } from "#lib/features/connections/queries.ts";
import { forPortal } from "#lib/service/client/errors.ts";
import { rulesOf, type Look, type Place } from "../rules/kinds.ts";
import { contextSchema } from "../rules/schema.ts";

/** Reads the service's lists for what the operation may have made. @throws AppError NOT_FOUND, or why it could not be read */
export async function findCandidates(actor: Actor, operationId: string) {
  requirePermission(actor, "portal:read");
  return readEvidence(operationId);
}

/** The same for Portico itself, which looks automatically (looking.ts). @throws AppError as findCandidates */
export async function readEvidence(operationId: string) {
  const row = await getById(operationId, say("This operation"), () =>
    getDb().operation.findUnique({ where: { id: operationId }, include: { attempts: true } }),
  );
  const connection = await getConnectionRow(row.connectionId);
  const startedAt =
    row.attempts.map((attempt) => attempt.startedAt).sort((a, b) => +a - +b)[0] ?? row.createdAt;
  return forPortal(async () => {
    const found = await rulesOf(row.kind).evidence.look({ ...placeOf(row, connection), row, startedAt });
    const isConnectionChanged = connection.revision !== row.connectionRevision;
    const common = { readAt: now(), quietUntil: row.quietUntil, isConnectionChanged };
    return { ...common, ...found, ...(await noteAbsence(row, found)) };
  });
}

export type Findings = Awaited<ReturnType<typeof readEvidence>>;

/** The service that the operation went to. */
export function placeOf({ context }: OperationModel, connection: ConnectionModel): Place {
  return {
    client: clientFor(connection),
    ask: (operation, call) => tryCapability(connection.id, operation, call),
    context: contextSchema.parse(context),
  };
}

const READINGS_APART_MS = 60_000;

/** Remembers the first reading without a result and compares later ones with it. A reading with a result clears that. */
async function noteAbsence(
  row: OperationModel,
  found: Look,
): Promise<{ isProbablyMissing: boolean; sentence: string }> {
  const isQuiet = row.quietUntil !== null && row.quietUntil <= now();
  const { staysListed } = rulesOf(row.kind).evidence;
  const isAbsent = staysListed && found.isListed && found.candidates.length === 0 && isQuiet;
  const since = row.unlistedSince;
  if (isAbsent && since === null) {
    await getDb().operation.updateMany({
      where: { id: row.id, state: "UNKNOWN", unlistedSince: null },
      data: { unlistedSince: now() },
    });
  }
  if (!isAbsent && since !== null) {
    await getDb().operation.updateMany({ where: { id: row.id }, data: { unlistedSince: null } });
  }
  if (!isAbsent || since === null || now().getTime() - since.getTime() < READINGS_APART_MS) {
    return { isProbablyMissing: false, sentence: found.sentence };
  }
  const when = since.toISOString().slice(0, 16).replace("T", " ");
  const sentence = t("Not on the list at {when} UTC or now: probably not created. You decide.", {
    when,
  });
  return { isProbablyMissing: true, sentence };
}
