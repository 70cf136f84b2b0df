/**
 * Which operations a service offers beyond the six documented ones: learned from the first real use, remembered, and asked again after a
 * day. Never probed with calls that create something.
 */
import { now } from "#lib/core/clock.ts";
import { getDb } from "#lib/db/client.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { CapabilityName } from "./schema.ts";

/** Asked about a model that the service has just answered for: there, 404 means that the operation is not offered. */
const OF_A_KNOWN_MODEL: ReadonlySet<CapabilityName> = new Set(["listClasses", "getRawElements"]);
/** When to ask again for an operation that the service did not offer. */
export const ASK_AGAIN_MS = 24 * 60 * 60_000;

/** Records whether a service answers an operation. */
export async function rememberCapability(
  connectionId: string,
  operation: CapabilityName,
  isAnswered: boolean,
): Promise<void> {
  const values = { answers: isAnswered, checkedAt: now() };
  await getDb().capability.upsert({
    where: { connectionId_operation: { connectionId, operation } },
    create: { connectionId, operation, ...values },
    update: values,
  });
}

/** Whether a service answers an operation; null when unknown or too old. */
export async function answers(connectionId: string, operation: CapabilityName): Promise<boolean | null> {
  const row = await getDb().capability.findUnique({
    where: { connectionId_operation: { connectionId, operation } },
  });
  if (row === null) return null;
  if (!row.answers && now().getTime() - row.checkedAt.getTime() > ASK_AGAIN_MS) return null;
  return row.answers;
}

export type Answered<T> = { isAnswered: true; value: T } | { isAnswered: false };

/**
 * Makes a reading call that a service may not offer, and remembers whether it does.
 * @throws ServiceError for every failure except "this service does not offer it".
 */
export async function tryCapability<T>(
  connectionId: string,
  operation: CapabilityName,
  call: () => Promise<T>,
): Promise<Answered<T>> {
  const known = await answers(connectionId, operation);
  if (known === false) return { isAnswered: false };
  try {
    const value = await call();
    if (known !== true) await rememberCapability(connectionId, operation, true);
    return { isAnswered: true, value };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    // A list at the root hides nothing from this application: 404 there means that the operation is not offered.
    const isMissing =
      thrown.kind === "notAnswered" ||
      (thrown.kind === "notFound" && operation === "listClouds") ||
      (thrown.kind === "notFound" && OF_A_KNOWN_MODEL.has(operation) && known === null);
    if (!isMissing) throw thrown;
    await rememberCapability(connectionId, operation, false);
    return { isAnswered: false };
  }
}
