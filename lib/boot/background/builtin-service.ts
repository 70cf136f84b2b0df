/**
 * Creates the built-in service's first application and the portal's connection to it: the same credentials on both sides, created once,
 * sealed on the portal's side and hashed on the service's. The two communicate only over HTTP.
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

/** Safe to repeat. The connection's row decides, so two processes that start at the same time end up with the same credentials. */
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

/** Separate from the first application: its Clouds are removed after every rehearsal, and it sends no email. */
async function ensureRehearsalApplication(): Promise<void> {
  const where = { clientId: REHEARSAL_CLIENT_ID, isRehearsal: false };
  if ((await getDb().serviceApplication.count({ where })) > 0) {
    // Rehearsals remove every Cloud they see: somebody's own application must not become theirs.
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

/** Makes the service answer under /service, with the security headers of every answer of this product. */
export function serveBuiltinService(): void {
  openServiceDoor(createNodeListener(handleServiceRequest, SECURITY_HEADERS));
}
