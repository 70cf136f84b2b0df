/**
 * Links a Cloud that was created outside Portico: adds it to the registry by its number. Where the service cannot be asked for it, the
 * Cloud stays "not verified" until the service proves it in use. Nothing is created at the service.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, validation, type AppError, parseInput } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type ConnectionModel, inTransaction } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { answers, rememberCapability, tryCapability } from "#lib/features/connections/capabilities.ts";
import { requireInView } from "#lib/features/connections/policy.ts";
import { clientFor, getConnectionRow } from "#lib/features/connections/queries.ts";
import { refuseAwaited } from "#lib/features/operations/awaited.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import type { Cloud } from "#lib/service/client/records.ts";
import { dateOf } from "./list-adoption.ts";
import { adoptCloudSchema, type AdoptCloud } from "./schema.ts";

export type Adopted = { id: string; isVerified: boolean };

/**
 * Adopts a Cloud by its number.
 * @throws AppError CONFLICT with a link when the registry has it already, or an uncertain creation may have made it; VALIDATION when the
 * service does not show it; UPSTREAM when the service could not be asked (nothing is adopted then); FORBIDDEN; NOT_FOUND.
 */
export async function adoptCloud(actor: Actor, input: AdoptCloud): Promise<Adopted> {
  requirePermission(actor, "cloud:create");
  const { connectionId, serviceId, name: typedName } = parseInput(adoptCloudSchema, input);
  const connection = await getConnectionRow(connectionId);
  requireInView(connection);
  await refuseKnown(connectionId, serviceId);
  const found = await readByNumber(connection, serviceId);
  const name = found?.name ?? typedName ?? `Cloud ${String(serviceId)}`;
  await refuseAwaited(getDb(), { connectionId, kind: "CREATE_CLOUD" }, name);
  const id = newId();
  const at = now();
  try {
    await inTransaction(async (tx) => {
      await tx.cloud.create({
        data: {
          id,
          connectionId,
          serviceId: BigInt(serviceId),
          name,
          sortName: subjectName(name),
          createdAt: dateOf(found?.createdAt ?? null) ?? at,
          unverifiedSince: found === null ? at : null,
        },
      });
      await recordAudit(tx, {
        actor,
        action: "cloud.adopt",
        objectType: "cloud",
        objectId: id,
        after: { serviceId, name, isVerified: found !== null },
      });
    });
  } catch (thrown) {
    if (isUniqueViolation(thrown)) await refuseKnown(connectionId, serviceId);
    throw thrown;
  }
  return { id, isVerified: found !== null };
}

async function refuseKnown(connectionId: string, serviceId: number): Promise<void> {
  const known = await getDb().cloud.findUnique({
    where: { connectionId_serviceId: { connectionId, serviceId: BigInt(serviceId) } },
    select: { id: true, name: true, archivedAt: true },
  });
  if (known === null) return;
  const { name } = known;
  throw conflict(
    known.archivedAt === null
      ? say("Cloud {serviceId} is already in Portico as “{name}”. Nothing was added.", { serviceId, name })
      : say("Cloud {serviceId} is already in the archive as “{name}”. Nothing was added.", {
          serviceId,
          name,
        }),
    { details: { href: `/clouds/${known.id}` } },
  );
}

/** The Cloud as the service shows it; null when this service cannot be asked for a single Cloud. */
async function readByNumber(connection: ConnectionModel, serviceId: number): Promise<Cloud | null> {
  const client = clientFor(connection);
  try {
    const list = await tryCapability(connection.id, "listClouds", () => client.listClouds());
    if (list.isAnswered) {
      const listed = list.value.find((cloud) => cloud.id === serviceId);
      if (listed === undefined) throw notShown(serviceId);
      return listed;
    }
    if ((await answers(connection.id, "getCloud")) === false) return null;
    const found = await client.getCloud(serviceId);
    await rememberCapability(connection.id, "getCloud", true);
    return found;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    if (thrown.kind === "notAnswered") {
      await rememberCapability(connection.id, "getCloud", false);
      return null;
    }
    if (thrown.kind !== "notFound") throw toPortalError(thrown);
    // 404 means "not there" only where reading by number is known to work.
    if ((await answers(connection.id, "getCloud")) === true) throw notShown(serviceId);
    return null;
  }
}

function notShown(serviceId: number): AppError {
  return validation(
    {
      serviceId: [
        t(
          "The service does not show Cloud {serviceId} to this application. Check the number and the connection, or have the Cloud shared with the application.",
          { serviceId },
        ),
      ],
    },
    say("The Cloud could not be found. Nothing was added."),
  );
}
