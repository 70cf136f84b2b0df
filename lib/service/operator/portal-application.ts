/**
 * The application through which this portal uses its own embedded service (lib/boot/background/builtin-service.ts): the portal keeps its
 * secret sealed in the connection's row, and the start makes both sides agree. A change only here would lock the portal out.
 */
import { type AppError, conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";

/** Its client id; null when the portal has no built-in connection. */
export async function findPortalClientId(db: Db): Promise<string | null> {
  const row = await db.connection.findFirst({ where: { kind: "BUILTIN" }, select: { clientId: true } });
  return row?.clientId ?? null;
}

/** The error for any change to the application of rehearsals. */
export function refusedRehearsal(): AppError {
  return conflict(
    say(
      "Portico manages this application for rehearsals, so you cannot change it here. Nothing was changed.",
    ),
  );
}

/** @throws AppError CONFLICT when the application is one of the portal's own. */
export async function refusePortalApplication(
  tx: Db,
  { clientId, isRehearsal }: { clientId: string; isRehearsal: boolean },
): Promise<void> {
  if (isRehearsal) throw refusedRehearsal();
  if ((await findPortalClientId(tx)) !== clientId) return;
  throw conflict(
    say(
      "This portal uses this application, so you cannot change it here: the portal would lose its service. To replace the secret, set PORTICO_SERVICE_CLIENT_SECRET and restart Portico. Portal and service then use the new secret.",
    ),
  );
}
