/** What may be done with a connection, decided from its row, the words of a refusal, and what the audit says of a change. */
import { conflict, type AppError } from "#lib/core/errors.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { Actor } from "#lib/auth/actor.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AuditOutcome, ConnectionModel, Db } from "#lib/db/client.ts";

/** @throws AppError CONFLICT when it cannot be changed by hand, is archived, or was changed since `version` was seen. */
export function requireChangeable(row: ConnectionModel, version: number): void {
  if (row.kind === "BUILTIN") {
    throw conflict(
      say(
        "Portico manages the connection to the built-in service. Nothing was changed. To replace its secret, set PORTICO_SERVICE_CLIENT_SECRET.",
      ),
    );
  }
  if (row.isConfigured) {
    throw conflict(
      say(
        "This connection follows the SERVICE_ variables of the installation. Nothing was changed. Change the variables and restart Portico.",
      ),
    );
  }
  if (row.archivedAt !== null) {
    throw conflict(say("This connection is archived. Nothing was changed. Restore the connection first."));
  }
  if (row.version !== version) throw changedMeanwhile(row.name);
}

/** @throws AppError CONFLICT for an archived connection: nothing new starts on it. */
export function requireInView(row: ConnectionModel): void {
  if (row.archivedAt === null) return;
  throw conflict(
    say("The connection “{name}” is archived. Nothing was sent. Restore it, or choose another.", {
      name: row.name,
    }),
    { details: { href: `/connections/${row.id}` } },
  );
}

/** The refusal when somebody else has changed it since. */
export function changedMeanwhile(name: string): AppError {
  return conflict(
    say(
      "Somebody else changed “{name}” in the meantime. Your changes were not saved. Reload the page to see the current values.",
      { name },
    ),
  );
}

type Identity = Pick<ConnectionModel, "name" | "baseUrl" | "realm" | "clientId">;

/** @throws AppError CONFLICT when another connection has the name, or leads to the same application of the same service. */
export async function requireFree(db: Db, ownId: string | null, wanted: Identity): Promise<void> {
  const { name, baseUrl, realm, clientId } = wanted;
  const rival = await db.connection.findFirst({
    where: {
      ...(ownId === null ? {} : { id: { not: ownId } }),
      OR: [
        { baseUrl, realm, clientId },
        { name: { equals: name, mode: "insensitive" }, archivedAt: null },
      ],
    },
    select: { id: true, name: true, baseUrl: true, clientId: true, archivedAt: true },
  });
  if (rival === null) return;
  const href = `/connections/${rival.id}`;
  const isSame = rival.baseUrl === baseUrl && rival.clientId === clientId;
  throw conflict(takenBy(rival, isSame), { details: { href } });
}

function takenBy({ name, archivedAt }: Pick<ConnectionModel, "name" | "archivedAt">, isSame: boolean): Said {
  if (!isSame) {
    return say(
      "A connection called “{name}” already exists. Nothing was sent. Choose another name, so that nobody confuses the two.",
      { name },
    );
  }
  return archivedAt === null
    ? say("“{name}” already connects the same application of the same service. Nothing was sent.", { name })
    : say(
        "The archived connection “{name}” already connects the same application of the same service. Nothing was sent. Restore that connection instead.",
        { name },
      );
}

/** Records a change of a connection, in the transaction that makes it. */
export function auditConnection(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  before: ConnectionModel | null,
  after: ConnectionModel,
  outcome: AuditOutcome = "DONE",
): Promise<void> {
  return recordAudit(tx, {
    actor,
    action,
    objectType: "connection",
    objectId: after.id,
    ...(before === null ? {} : { before: describe(before) }),
    after: describe(after),
    outcome,
  });
}

/** A connection for the audit: everything except its secret. */
function describe(row: ConnectionModel) {
  return {
    name: row.name,
    stage: row.stage,
    baseUrl: row.baseUrl,
    authUrl: row.authUrl,
    realm: row.realm,
    platformUrl: row.platformUrl,
    clientId: row.clientId,
    allowsPrivate: row.allowsPrivate,
    secretLast4: row.secretLast4,
    revision: row.revision,
  };
}
