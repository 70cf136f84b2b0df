/**
 * Links a project that was created outside Portico: adds it to the registry by its number. The number is always checked: even a service
 * that shows no projects answers the list of a project's models (docs/service "List models"). Nothing is created at the service.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, validation, type AppError, parseInput } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type CloudModel, inTransaction } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { getCloudModel, type CloudWithConnection } from "#lib/features/clouds/queries.ts";
import { dateOf } from "#lib/features/clouds/list-adoption.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { refuseAwaited } from "#lib/features/operations/awaited.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import type { Project } from "#lib/service/client/records.ts";
import { creationsIn, fieldsOf } from "./reading.ts";
import { adoptProjectSchema, type AdoptProject } from "./schema.ts";

/**
 * Adopts a project by its number.
 * @throws AppError CONFLICT with a link when the registry has it already, or an uncertain creation may have made it; VALIDATION when the
 * service does not show it in this Cloud; UPSTREAM when the service could not be asked (nothing is adopted then); FORBIDDEN; NOT_FOUND.
 */
export async function adoptProject(actor: Actor, input: AdoptProject): Promise<{ id: string }> {
  requirePermission(actor, "project:create");
  const { cloudId, serviceId, name: typedName } = parseInput(adoptProjectSchema, input);
  const cloud = await getCloudModel(cloudId);
  await refuseKnown(cloudId, serviceId);
  const record = await readByNumber(cloud, serviceId);
  const name = record?.name ?? typedName ?? `Project ${String(serviceId)}`;
  await refuseAwaited(getDb(), creationsIn(cloudId), name);
  const id = newId();
  const at = now();
  const fields =
    record === null ? { name, sortName: subjectName(name), status: "A" } : { ...fieldsOf(record) };
  try {
    await inTransaction(async (tx) => {
      const createdAt = dateOf(record?.createdAt ?? null) ?? at;
      await tx.project.create({ data: { id, cloudId, serviceId: BigInt(serviceId), createdAt, ...fields } });
      await tx.cloud.update({ where: { id: cloudId }, data: { unverifiedSince: null } });
      await recordAudit(tx, {
        actor,
        action: "project.adopt",
        objectType: "project",
        objectId: id,
        after: { serviceId, name, cloudId },
      });
    });
  } catch (thrown) {
    if (isUniqueViolation(thrown)) await refuseKnown(cloudId, serviceId);
    throw thrown;
  }
  return { id };
}

async function refuseKnown(cloudId: string, serviceId: number): Promise<void> {
  const known = await getDb().project.findUnique({
    where: { cloudId_serviceId: { cloudId, serviceId: BigInt(serviceId) } },
    select: { id: true, name: true, archivedAt: true },
  });
  if (known === null) return;
  const { name } = known;
  throw conflict(
    known.archivedAt === null
      ? say("Project {serviceId} is already in Portico as “{name}”. Nothing was added.", { serviceId, name })
      : say("Project {serviceId} is already in the archive as “{name}”. Nothing was added.", {
          serviceId,
          name,
        }),
    { details: { href: `/clouds/${cloudId}/projects/${known.id}` } },
  );
}

/** The project as the service shows it; null when it exists, but only the list of its models could be read. */
async function readByNumber(cloud: CloudWithConnection, serviceId: number): Promise<Project | null> {
  const { connection } = cloud;
  const cloudServiceId = Number(cloud.serviceId);
  const client = clientFor(connection);
  try {
    const list = await tryCapability(connection.id, "listProjects", () =>
      client.listProjects(cloudServiceId),
    );
    if (list.isAnswered) {
      const listed = list.value.find((project) => project.id === serviceId);
      if (listed === undefined) throw notShown(serviceId, cloud);
      return listed;
    }
    const single = await tryCapability(connection.id, "getProject", () =>
      client.getProject(cloudServiceId, serviceId),
    ).catch((thrown: unknown) => {
      // The list of its models decides.
      if (thrown instanceof ServiceError && thrown.kind === "notFound") return null;
      throw thrown;
    });
    if (single?.isAnswered === true) return single.value;
    await client.listModels(cloudServiceId, serviceId);
    return null;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") throw notShown(serviceId, cloud);
    throw toPortalError(thrown);
  }
}

function notShown(serviceId: number, cloud: CloudModel): AppError {
  return validation(
    {
      serviceId: [
        t(
          "The service does not show project {serviceId} in Cloud {cloudServiceId} to this application. Check both numbers.",
          { serviceId, cloudServiceId: String(cloud.serviceId) },
        ),
      ],
    },
    say("The project could not be found. Nothing was added."),
  );
}
