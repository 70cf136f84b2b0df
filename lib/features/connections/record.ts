/** Turns rows into what people see, without the sealed secret. */
import { z } from "zod";
import type { ConnectionCheckModel, ConnectionModel } from "#lib/db/client.ts";
import { rungSchema } from "#lib/service/client/check/rung.ts";

/** A connection without its secret. */
export function toView(row: ConnectionModel) {
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
    /** What a live connection is used for; null where nobody said. */
    stage: row.stage,
    /** Comes from SERVICE_* variables: cannot be changed by hand. */
    isConfigured: row.isConfigured,
    allowsPrivate: row.allowsPrivate,
    secretSince: row.secretSince,
    /** Sent with a change, so that a change based on an older version is refused. */
    version: row.version,
    archivedAt: row.archivedAt,
  };
}

export type ConnectionView = ReturnType<typeof toView>;

/** A stored check. */
export function toCheckView(row: ConnectionCheckModel) {
  return {
    purpose: row.purpose,
    at: row.at,
    actorName: row.actorName,
    rungs: z.array(rungSchema).parse(row.rungs),
    /** Position of the step that failed, from 1; null: all passed. */
    stoppedAt: row.stoppedAt,
    durationMs: row.durationMs,
  };
}

/** One check of a connection, stored or just made. */
export type CheckView = ReturnType<typeof toCheckView>;
