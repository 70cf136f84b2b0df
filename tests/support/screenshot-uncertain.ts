/** A creation whose answer never came, as the journal shows it an hour later, for pictures; the service has carried it out. */
import { newId } from "#lib/core/ids.ts";
import { createClient } from "#lib/db/client.ts";
import type { ProductAccess } from "./product.ts";
import { openService } from "./service-caller.ts";

const HOUR_MS = 3_600_000;

/** Creates the Cloud, and an operation dated an hour ago; returns the operation's page. */
export async function makeUncertain(access: ProductAccess): Promise<string> {
  const name = "Oosterpoort";
  const service = await openService(access);
  await service.post("/cloud", { name });
  const db = createClient(access.databaseUrl);
  const actor = await db.staff.findFirstOrThrow({ where: { email: access.adminEmail } });
  const connection = await db.connection.findFirstOrThrow({ where: { kind: "BUILTIN" } });
  const [id, at] = [newId(), new Date(Date.now() - HOUR_MS)];
  await db.operation.create({
    data: {
      id,
      key: newId(),
      kind: "CREATE_CLOUD",
      connectionId: connection.id,
      connectionRevision: 1,
      method: "POST",
      path: "/cloud",
      body: { name },
      requestSha256: "0".repeat(64),
      subjectKey: `cloud:${name.toLowerCase()}`,
      openKey: `${connection.id}:cloud:${name.toLowerCase()}`,
      title: name,
      context: {},
      actorId: actor.id,
      actorName: actor.name,
      state: "UNKNOWN",
      stateSince: at,
      createdAt: at,
      quietUntil: new Date(Date.now() - HOUR_MS / 2),
      cause:
        "No answer came: the connection broke before an answer came. The operation may or may not have been carried out.",
    },
  });
  await db.$disconnect();
  return `/operations/${id}`;
}
