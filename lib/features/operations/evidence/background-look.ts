/**
 * Looks automatically for the results of uncertain operations, once their quiet time is over: results on the service's list are named where
 * people look, and absence is noted, so that a person's reading is the second one. Settles nothing and sends nothing.
 */
import { now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { isSentence, recall } from "#lib/core/language/stored-sentence.ts";
import { msg, say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { isDatabaseAway } from "#lib/db/errors.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { type Findings, readEvidence } from "./findings.ts";
import { listKinds } from "../rules/kinds.ts";

/** Time between two rounds. */
export const LOOK_MS = 60_000;
/** A round reads a few lists one after the other, so that people's own readings come first. */
const AT_ONCE = 5;
/** When to look again for operations that could not be read or were not settled since. */
const AGAIN_MS = 6 * 3_600_000;
const WAITING_MAX = 200;
/** Sentences added to a cause, or used alone. */
const FINDINGS = [
  msg("On the service's list at {at} UTC: {found}"),
  msg("{cause} On the service's list at {at} UTC: {found}"),
];

const lookedAtMs = new Map<string, number>();

/** One round; returns how many operations were examined. What cannot be read is left for later. */
export async function lookForEvidence(): Promise<number> {
  const atMs = now().getTime();
  const waiting = await getDb().operation.findMany({
    // A person who declined is on no list, like one who was never invited: the lists prove nothing about invitations.
    where: {
      state: "UNKNOWN",
      kind: { in: listKinds(({ evidence }) => evidence.staysListed) },
      quietUntil: { lt: now() },
      unlistedSince: null,
    },
    orderBy: { quietUntil: "asc" },
    take: WAITING_MAX,
    select: { id: true },
  });
  const ids = new Set(waiting.map(({ id }) => id));
  for (const id of lookedAtMs.keys()) if (!ids.has(id)) lookedAtMs.delete(id);
  const due = [...ids].filter((id) => atMs - (lookedAtMs.get(id) ?? 0) >= AGAIN_MS).slice(0, AT_ONCE);
  for (const id of due) {
    lookedAtMs.set(id, atMs);
    try {
      await tellFound(id, await readEvidence(id));
    } catch (thrown) {
      // Nothing was read: the next round looks again.
      if (isDatabaseAway(thrown)) lookedAtMs.delete(id);
      if (!(thrown instanceof AppError)) throw thrown;
      log.info("an uncertain operation could not be looked for", { operationId: id, reason: thrown.message });
    }
  }
  return due.length;
}

/** Adds the findings to the cause, once: the cause is shown wherever the operation is. */
async function tellFound(id: string, { candidates, readAt }: Findings): Promise<void> {
  if (candidates.length === 0) return;
  const row = await getDb().operation.findUnique({ where: { id }, select: { cause: true, causeSaid: true } });
  const cause = row === null ? null : recall(row, "cause");
  if (cause !== null && isSentence(cause, FINDINGS)) return;
  const numbers = candidates.map(({ serviceId }) => String(serviceId)).join(", ");
  const found =
    candidates.length === 1
      ? say("number {numbers} has this name and is new. Adopt that number if this is what you created.", {
          numbers,
        })
      : say("numbers {numbers} have this name and are new. Adopt the number that you created.", { numbers });
  const at = readAt.toISOString().slice(0, 16).replace("T", " ");
  const words =
    cause === null
      ? say("On the service's list at {at} UTC: {found}", { at, found })
      : say("{cause} On the service's list at {at} UTC: {found}", { cause, at, found });
  await getDb().operation.updateMany({
    where: { id, state: "UNKNOWN", cause: row?.cause ?? null },
    data: stored("cause", words),
  });
}
