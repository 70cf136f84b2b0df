/**
 * Gives the built-in service its first application and the portal its connection to it: the same credentials on both
 * sides, made once, kept sealed on the portal's side and as a hash on the service's. They meet over HTTP only.
 */
import { getEnv } from "#lib/core/env.ts";
import { newSecret } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { ensureBuiltinConnection } from "#lib/features/connections/commands.ts";
import { REHEARSAL_CLIENT_ID, rehearsalSecret } from "#lib/features/rehearsals/application.ts";
import { openClientSecret } from "#lib/service/client/connection.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { handleServiceRequest } from "#lib/service/server/handle.ts";
import { createNodeListener } from "#lib/service/server/http/node/listener.ts";
import { ensureApplication } from "#lib/service/server/oauth/applications.ts";
import { SECURITY_HEADERS } from "#lib/boot/edge/security-headers.ts";
import { openServiceDoor } from "#lib/boot/server/service-door.ts";

const CLIENT_ID = "portico-portal";

/** Harmless when repeated. The connection's row decides, so two processes that start at once agree in the end. */
export async function ensureBuiltinService(): Promise<void> {
  const env = getEnv();
  const db = getDb();
  const before = await db.connection.findFirst({ where: { kind: "BUILTIN" } });
  const id = await ensureBuiltinConnection({
    clientId: env.PORTICO_SERVICE_CLIENT_ID ?? before?.clientId ?? CLIENT_ID,
    clientSecret:
      env.PORTICO_SERVICE_CLIENT_SECRET ?? (before === null ? newSecret() : openClientSecret(before)),
  });
  const connection = await db.connection.findUniqueOrThrow({ where: { id } });
  await ensureApplication(
    {
      clientId: connection.clientId,
      name: "Portico",
      secret: openClientSecret(connection),
      scopes: SCOPES,
    },
    db,
  );
  await ensureRehearsalApplication();
}

/** Separate from the first: its Clouds are removed after every rehearsal, and it sends no mail. */
async function ensureRehearsalApplication(): Promise<void> {
  const where = { clientId: REHEARSAL_CLIENT_ID, isRehearsal: false };
  if ((await getDb().serviceApplication.count({ where })) > 0) {
    // What rehearsals see they remove: somebody's own application must not become theirs.
    log.warn("an application has the client id of rehearsals, so nothing can be rehearsed", {
      clientId: REHEARSAL_CLIENT_ID,
    });
    return;
  }
  await ensureApplication(
    {
      clientId: REHEARSAL_CLIENT_ID,
      name: "Portico rehearsal",
      secret: rehearsalSecret(),
      scopes: SCOPES,
      isRehearsal: true,
    },
    getDb(),
  );
}

/** Lets the service answer under /service, behind the headers that every answer of this product carries. */
export function serveBuiltinService(): void {
  openServiceDoor(createNodeListener(handleServiceRequest, { headers: SECURITY_HEADERS }));
}
