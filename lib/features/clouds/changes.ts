/**
 * Renames and deletes Clouds at services that offer it (docs/service "Neighbouring operations"). Deleting requires the typed name; the
 * registry's row stays, marked as deleted, with its whole history.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, validation, type AppError, parseInput } from "#lib/core/errors.ts";
import { say, t, type Said } from "#lib/core/texts.ts";
import { getDb, type CloudModel, type Db, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { requireSettled } from "#lib/features/operations/awaited.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { getCloudModel, type CloudWithConnection } from "./queries.ts";
import { readClouds } from "./reading.ts";
import { changeCloudSchema, deleteSchema, type ChangeCloud, type Delete } from "./schema.ts";
import { auditOf, sendChange, type ServiceChange } from "./service-change.ts";

/**
 * Renames a Cloud at the service and in the registry.
 * @throws AppError CONFLICT when it was changed since the form was made, or the service does not offer it; FORBIDDEN; NOT_FOUND;
 * VALIDATION; UPSTREAM, which says whether anything was done.
 */
export async function changeCloud(actor: Actor, input: ChangeCloud): Promise<void> {
  requirePermission(actor, "registry:change");
  const { id, version, name } = parseInput(changeCloudSchema, input);
  const found = await getCloudModel(id);
  // A change made outside Portico since raises the version.
  await readClouds(found.connection);
  const cloud = await getCloudModel(id);
  requireThere(cloud);
  const change: ServiceChange = {
    ...aboutCloud(cloud),
    capability: "changeCloud",
    action: "cloud.change",
    before: { name: cloud.name },
    after: { name },
  };
  const changed = await sendVersion(actor, change, { table: getDb().cloud, version }, (client) =>
    client.changeCloud(Number(cloud.serviceId), { name }),
  );
  await inTransaction(async (tx) => {
    const shown = changed.name ?? name;
    await tx.cloud.update({
      where: { id },
      data: { name: shown, sortName: subjectName(shown), missingSince: null, unverifiedSince: null },
    });
    await recordAudit(tx, auditOf(actor, change, "DONE"));
  });
}

/**
 * Deletes a Cloud at the service with everything in it.
 * @throws AppError VALIDATION when the typed name differs; CONFLICT while calls in it are running or uncertain, or the service does not
 * offer it; FORBIDDEN; NOT_FOUND; UPSTREAM.
 */
export async function deleteCloud(actor: Actor, input: Delete): Promise<void> {
  requirePermission(actor, "registry:delete");
  const { id, typedName } = parseInput(deleteSchema, input);
  const cloud = await getCloudModel(id);
  await deleteThere(actor, cloud, typedName, {
    about: { ...aboutCloud(cloud), capability: "deleteCloud", action: "cloud.delete" },
    inside: { path: ["cloudId"], equals: id },
    call: (client) => client.deleteCloud(Number(cloud.serviceId)),
    mark: (tx, data) => tx.cloud.update({ where: { id }, data }),
  });
}

function aboutCloud({ id, name, connection }: CloudWithConnection) {
  return {
    connection,
    list: "listClouds",
    objectType: "cloud",
    objectId: id,
    subject: say("The Cloud “{name}”", { name }),
    fields: { name: "name" },
  } as const;
}

/** @throws AppError CONFLICT when Portico has deleted it. */
export function requireThere(row: { name: string; deletedAt: Date | null }): void {
  if (row.deletedAt === null) return;
  const on = row.deletedAt.toISOString().slice(0, 10);
  throw conflict(say("“{name}” was deleted on {on}. Nothing was changed.", { name: row.name, on }));
}

type Sending<T> = (client: ServiceClient) => Promise<T>;

/** The part of a registry's table that guards the versions of its rows. */
type Versions = {
  updateMany: (args: {
    where: { id: string; version: number };
    data: { version: number | { increment: number } };
  }) => PromiseLike<{ count: number }>;
};

/**
 * Sends a change of the version that the form shows: of two people who submit the same version, only one succeeds.
 * @throws AppError CONFLICT when it was changed since, or the service does not show it any more; as sendChange
 */
export async function sendVersion<T>(
  actor: Actor,
  change: ServiceChange,
  { table, version }: { table: Versions; version: number },
  call: Sending<T>,
): Promise<T> {
  const { objectId: id, subject } = change;
  const taken = await table.updateMany({ where: { id, version }, data: { version: { increment: 1 } } });
  if (taken.count === 0) throw changedMeanwhile(subject);
  try {
    return await sendChange(actor, change, call);
  } catch (thrown) {
    // Restores the version, so that the same form may be sent again.
    await table.updateMany({ where: { id, version: version + 1 }, data: { version } });
    throw isNotFound(thrown) ? gone(subject) : thrown;
  }
}

type Deletion = {
  about: Omit<ServiceChange, "before" | "after">;
  /** Condition: the operations in it. */
  inside: Parameters<typeof requireSettled>[2];
  call: Sending<unknown>;
  mark: (tx: Db, data: { missingSince: Date; deletedAt?: Date }) => Promise<unknown>;
};

/**
 * Deletes at the service what a row of the registry stands for; the row stays, marked.
 * @throws AppError VALIDATION when the typed name differs; CONFLICT while calls in it are running or uncertain, or when the service does not
 * show it any more; as sendChange
 */
export async function deleteThere(
  actor: Actor,
  row: Pick<CloudModel, "name" | "serviceId" | "missingSince" | "deletedAt">,
  typedName: string,
  { about, inside, call, mark }: Deletion,
): Promise<void> {
  const { name } = row;
  requireThere(row);
  if (typedName.trim().normalize("NFC") !== name.trim().normalize("NFC")) {
    throw validation(
      { typedName: [t("Type “{name}”, exactly as it is written here.", { name })] },
      say("The typed name does not match. Nothing was deleted."),
    );
  }
  await requireSettled(getDb(), about.connection.id, inside);
  const change = { ...about, before: { name, serviceId: Number(row.serviceId) }, after: null };
  let isGone = false;
  try {
    await sendChange(actor, change, call);
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    isGone = true;
  }
  await inTransaction(async (tx) => {
    const at = now();
    await mark(tx, { missingSince: row.missingSince ?? at, ...(isGone ? {} : { deletedAt: at }) });
    if (!isGone) await recordAudit(tx, auditOf(actor, change, "DONE"));
  });
  if (isGone) throw gone(change.subject);
}

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof ServiceError && thrown.kind === "notFound";
}

function changedMeanwhile(subject: Said): AppError {
  return conflict(
    say(
      "{subject} was changed by somebody else after you opened this page. Nothing was sent. Reload the page, then make your change again.",
      { subject },
    ),
  );
}

/** The error for something that the service no longer shows: it cannot be changed there. */
function gone(subject: Said): AppError {
  return conflict(
    say(
      "Not found at the service: {subject} was deleted there, or is no longer shared with this application. Portico now shows “Not found”.",
      { subject },
    ),
  );
}
