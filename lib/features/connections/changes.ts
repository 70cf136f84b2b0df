/**
 * What administrators do with connections: add, change, replace the secret. A check proves every change before it takes effect; each change
 * is one transaction with its audit row; no secret is ever returned.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { validation } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type ConnectionModel, inTransaction } from "#lib/db/client.ts";
import { climb } from "#lib/service/client/check/climb.ts";
import type { Watch } from "#lib/service/client/check/rung.ts";
import { openClientSecret } from "#lib/service/client/connection.ts";
import { keepCheck, targetOf, toCheck } from "./checking.ts";
import { isElsewhere, sealed } from "./commands.ts";
import { discoverCapabilities } from "./discovery.ts";
import type { AddConnection, ChangeConnection, ReplaceSecret } from "./input.ts";
import { auditConnection, changedMeanwhile, requireChangeable, requireFree } from "./policy.ts";
import { getConnectionRow } from "./queries.ts";
import type { CheckView } from "./record.ts";

/** `savedId` is null when nothing was stored: only checked, or the check failed. */
export type Saving = { savedId: string | null; check: CheckView | null };

/**
 * Checks the input and stores it as a new live connection, if the check passed or the person saves anyway.
 * @throws AppError VALIDATION, FORBIDDEN, CONFLICT when the same is connected already
 */
export async function addConnection(actor: Actor, input: AddConnection, watch: Watch = {}): Promise<Saving> {
  requirePermission(actor, "connection:manage");
  const { secret, intent, ...fields } = input;
  await requireFree(getDb(), null, fields);
  const network = fields.allowsPrivate ? "private" : "public";
  const found = await climb({ ...fields, secret, network, known: null }, watch);
  const check = toCheck(actor, "CONNECTION", found);
  if (!mayKeep(intent, found.stoppedAt)) return { savedId: null, check };
  const id = newId();
  const row = await inTransaction(async (tx) => {
    await requireFree(tx, null, fields);
    const created = await tx.connection.create({
      data: { id, kind: "LIVE", ...fields, ...sealed(id, secret), createdAt: now() },
    });
    await keepCheck(tx, created, check);
    await auditConnection(tx, actor, "connection.create", null, created);
    return created;
  });
  if (found.stoppedAt === null) await discoverCapabilities(row);
  return { savedId: id, check };
}

/**
 * Changes a connection as seen in `version`. If calls or the secret would go to another place, the secret must be entered again (a stored
 * secret must never be sent elsewhere), and the person must confirm that known Clouds exist there too.
 * @throws AppError VALIDATION, FORBIDDEN, NOT_FOUND, CONFLICT (changed meanwhile, or not changed by hand)
 */
export async function changeConnection(
  actor: Actor,
  input: ChangeConnection,
  watch: Watch = {},
): Promise<Saving> {
  requirePermission(actor, "connection:manage");
  const { id, version, secret, intent, isSameService, ...fields } = input;
  const row = await getConnectionRow(id);
  requireChangeable(row, version);
  await requireFree(getDb(), id, fields);
  const isMoved = isElsewhere(row, fields);
  if (isMoved) await requireSame(row, secret, isSameService);
  const isOtherCall = isMoved || secret !== "" || row.allowsPrivate !== fields.allowsPrivate;
  let check: CheckView | null = null;
  if (isOtherCall || intent === "check") {
    const target = await targetOf({ ...row, ...fields }, secret === "" ? openClientSecret(row) : secret);
    check = toCheck(actor, "CONNECTION", await climb(target, watch));
  }
  if (!mayKeep(intent, check?.stoppedAt ?? null)) return { savedId: null, check };
  const changed = await inTransaction(async (tx) => {
    const [next] = await tx.connection.updateManyAndReturn({
      where: { id, version, archivedAt: null },
      data: {
        ...fields,
        ...(secret === "" ? {} : sealed(id, secret)),
        ...(isOtherCall ? { revision: { increment: 1 } } : {}),
        version: { increment: 1 },
      },
    });
    if (next === undefined) throw changedMeanwhile(row.name);
    if (row.baseUrl !== fields.baseUrl) await tx.capability.deleteMany({ where: { connectionId: id } });
    if (check !== null) await keepCheck(tx, next, check);
    await auditConnection(tx, actor, "connection.change", row, next);
    return next;
  });
  if (check?.stoppedAt === null) await discoverCapabilities(changed);
  return { savedId: id, check };
}

/**
 * Proves a new secret by a grant with it, then replaces the old one in one transaction; if it is refused, the old secret stays in use.
 * @throws AppError VALIDATION, FORBIDDEN, NOT_FOUND, CONFLICT (changed meanwhile, or not changed by hand)
 */
export async function replaceSecret(
  actor: Actor,
  input: ReplaceSecret,
  watch: Watch = {},
): Promise<{ isReplaced: boolean; check: CheckView }> {
  requirePermission(actor, "connection:manage");
  const { id, version, secret } = input;
  const row = await getConnectionRow(id);
  requireChangeable(row, version);
  const found = await climb(await targetOf(row, secret), watch);
  const isProven = found.rungs.some(
    ({ name, state }) => name === "token" && state !== "bad" && state !== "notTried",
  );
  const check = toCheck(actor, isProven ? "CONNECTION" : "NEW_SECRET", found);
  if (!isProven) {
    await inTransaction(async (tx) => {
      await keepCheck(tx, row, check);
      await auditConnection(tx, actor, "connection.replace-secret", row, row, "REFUSED");
    });
    return { isReplaced: false, check };
  }
  await inTransaction(async (tx) => {
    const [next] = await tx.connection.updateManyAndReturn({
      where: { id, version, archivedAt: null },
      data: { ...sealed(id, secret), revision: { increment: 1 }, version: { increment: 1 } },
    });
    if (next === undefined) throw changedMeanwhile(row.name);
    await keepCheck(tx, next, check);
    await auditConnection(tx, actor, "connection.replace-secret", row, next);
  });
  return { isReplaced: true, check };
}

function mayKeep(intent: AddConnection["intent"], stoppedAt: number | null): boolean {
  return intent === "saveUnproven" || (intent === "save" && stoppedAt === null);
}

async function requireSame(row: ConnectionModel, secret: string, isSameService: boolean): Promise<void> {
  if (secret === "") {
    throw validation(
      { secret: [t("Enter the secret again. A stored secret is never sent to a new address.")] },
      say("The secret is needed again. Nothing was sent."),
    );
  }
  const clouds = await getDb().cloud.count({ where: { connectionId: row.id } });
  if (clouds === 0 || isSameService) return;
  throw validation(
    {
      isSameService: [
        t(
          "From now on, Portico looks for {clouds, plural, one {# known Cloud} other {# known Clouds}} at the new address. Confirm that they exist there, or add another connection.",
          { clouds },
        ),
      ],
    },
    say("Nothing was sent."),
  );
}
