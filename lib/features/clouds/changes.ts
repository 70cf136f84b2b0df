/**
 * Renames and deletes Clouds at services that offer it (docs/service "Neighbouring operations"). Deleting requires the typed name; the
 * registry's row stays, marked as deleted, with its whole history.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, validation, type AppError, parseInput } from "#lib/core/errors.ts";
import { say, t, type Said } from "#lib/core/texts.ts";
import { getDb, type CloudModel, type ConnectionModel, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { requireSettled } from "#lib/features/operations/awaited.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { getCloudModel } from "./queries.ts";
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
  const change = describe(cloud, "changeCloud", { name: cloud.name }, { name });
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
  requireThere(cloud);
  requireTypedName(cloud.name, typedName);
  await requireSettled(getDb(), cloud.connectionId, { path: ["cloudId"], equals: id });
  const before = { name: cloud.name, serviceId: Number(cloud.serviceId) };
  const change = describe(cloud, "deleteCloud", before, null);
  const isGone = await sendDeletion(actor, change, (client) => client.deleteCloud(Number(cloud.serviceId)));
  await inTransaction(async (tx) => {
    const at = now();
    const missingSince = cloud.missingSince ?? at;
    await tx.cloud.update({ where: { id }, data: { missingSince, ...(isGone ? {} : { deletedAt: at }) } });
    if (!isGone) await recordAudit(tx, auditOf(actor, change, "DONE"));
  });
  if (isGone) throw gone(subjectOf(cloud));
}

function subjectOf({ name }: CloudModel): Said {
  return say("The Cloud “{name}”", { name });
}

function describe(
  cloud: CloudModel & { connection: ConnectionModel },
  capability: "changeCloud" | "deleteCloud",
  before: ServiceChange["before"],
  after: ServiceChange["after"],
): ServiceChange {
  return {
    connection: cloud.connection,
    capability,
    list: "listClouds",
    action: capability === "changeCloud" ? "cloud.change" : "cloud.delete",
    objectType: "cloud",
    objectId: cloud.id,
    before,
    after,
    subject: subjectOf(cloud),
    fields: { name: "name" },
  };
}

/** @throws AppError CONFLICT when Portico has deleted it. */
export function requireThere(row: { name: string; deletedAt: Date | null }): void {
  if (row.deletedAt === null) return;
  const on = row.deletedAt.toISOString().slice(0, 10);
  throw conflict(say("“{name}” was deleted on {on}. Nothing was changed.", { name: row.name, on }));
}

/** Guards deletions. @throws AppError VALIDATION */
export function requireTypedName(name: string, typed: string): void {
  if (typed.trim().normalize("NFC") === name.trim().normalize("NFC")) return;
  throw validation(
    { typedName: [t("Type “{name}”, exactly as it is written here.", { name })] },
    say("The typed name does not match. Nothing was deleted."),
  );
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

/** Sends a deletion. @returns whether the service did not show it any more, so that nothing was deleted */
export async function sendDeletion(
  actor: Actor,
  change: ServiceChange,
  call: Sending<unknown>,
): Promise<boolean> {
  try {
    await sendChange(actor, change, call);
    return false;
  } catch (thrown) {
    if (isNotFound(thrown)) return true;
    throw thrown;
  }
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
export function gone(subject: Said): AppError {
  return conflict(
    say(
      "Not found at the service: {subject} was deleted there, or is no longer shared with this application. Portico now shows “Not found”.",
      { subject },
    ),
  );
}
