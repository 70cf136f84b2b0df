/** Turns rows into what people see, without the sealed secret. */
import { z } from "zod";
import type { ConnectionCheckModel, ConnectionModel } from "#lib/db/client.ts";
import { rungSchema } from "#lib/service/client/check/rung.ts";
import type { CheckView, ConnectionView } from "./schema.ts";

/** A connection without its secret. */
export function toView(row: ConnectionModel): ConnectionView {
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
    stage: row.stage,
    isConfigured: row.isConfigured,
    allowsPrivate: row.allowsPrivate,
    secretSince: row.secretSince,
    version: row.version,
    archivedAt: row.archivedAt,
  };
}

/** A stored check. */
export function toCheckView(row: ConnectionCheckModel): CheckView {
  return {
    purpose: row.purpose,
    at: row.at,
    actorName: row.actorName,
    rungs: z.array(rungSchema).parse(row.rungs),
    stoppedAt: row.stoppedAt,
    durationMs: row.durationMs,
  };
}
