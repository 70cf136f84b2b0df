/** An operation without a certain answer. */
import { newId } from "#lib/core/ids.ts";
import type { Prisma, PrismaClient } from "#lib/db/client.ts";
import type { ProductAccess } from "./product.ts";

const HOUR_MS = 3_600_000;

/**
 * The creation of a Cloud whose answer never came, as the journal shows it an hour later, or one that ended as `ended` says; its id. Whether
 * there is the Cloud is the caller's.
 */
export async function makeUncertain(
  db: PrismaClient,
  product: ProductAccess,
  title: string,
  ended: Partial<Prisma.OperationUncheckedCreateInput> = {},
): Promise<string> {
  const actor = await db.staff.findFirstOrThrow({ where: { email: product.adminEmail } });
  const { id: connectionId } = await db.connection.findFirstOrThrow({ where: { kind: "BUILTIN" } });
  const [id, at] = [newId(), new Date(Date.now() - HOUR_MS)];
  await db.operation.create({
    data: {
      id,
      key: newId(),
      kind: "CREATE_CLOUD",
      connectionId,
      connectionRevision: 1,
      method: "POST",
      path: "/cloud",
      body: { name: title },
      requestSha256: "0".repeat(64),
      subjectKey: `cloud:${title.toLowerCase()}`,
      openKey: `${connectionId}:cloud:${title.toLowerCase()}`,
      title,
      context: {},
      actorId: actor.id,
      actorName: actor.name,
      state: "UNKNOWN",
      stateSince: at,
      createdAt: at,
      quietUntil: new Date(Date.now() - HOUR_MS / 2),
      cause:
        "No answer came: the connection broke before an answer came. The operation may or may not have been carried out.",
      ...ended,
    },
  });
  return id;
}
