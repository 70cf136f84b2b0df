/**
 * The stored columns of live addresses: one row per person, view and model, fixed or newest, made at the first request or on the page, so
 * that nobody changes the columns of somebody else's sheet. Callers check whether a person may read the view and the model.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError, conflict } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type LiveAddressModel } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import type { LiveModel } from "../live-address.ts";
import { FIXED_VERSION, fixedSchema, type FixedColumn } from "./fixed.ts";

export type AddressKey = LiveModel & { viewId: string };

/** Addresses of one person; above it the ones unused longest are removed. */
const ADDRESSES_OF_ONE_MAX = 1_000;
/** Characters of the columns of one address as JSON. */
const COLUMNS_LENGTH_MAX = 2_000_000;
const TRIES = 5;
const DAY_MS = 86_400_000;

/** null: never made. */
export async function findAddress(
  actor: Pick<Actor, "staffId">,
  key: AddressKey,
): Promise<KeptAddress | null> {
  const row = await getDb().liveAddress.findUnique({
    where: { ownerId_viewId_projectId_modelServiceId_meansNewest: rowKeyOf(actor, key) },
  });
  return row === null ? null : { ...row, columns: fixedSchema.parse(row.columns) };
}

export type KeptAddress = Omit<LiveAddressModel, "columns"> & { columns: readonly FixedColumn[] };

/**
 * The columns of an address after `settle`, which gets the stored ones (null: none yet) and returns them unchanged or replaced.
 * @param canMake whether a new address is stored
 * @throws AppError VALIDATION when there are too many to store
 */
export async function settleAddress(
  actor: Pick<Actor, "staffId">,
  key: AddressKey,
  canMake: boolean,
  settle: (fixed: readonly FixedColumn[] | null) => readonly FixedColumn[],
): Promise<readonly FixedColumn[]> {
  for (let tries = 1; ; tries++) {
    const before = await findAddress(actor, key);
    const columns = settle(before === null ? null : before.columns);
    if (before === null && !canMake) return columns;
    const isDone =
      before === null
        ? await create(actor, key, columns)
        : columns === before.columns
          ? await touch(before)
          : await update(before, columns);
    if (isDone) return columns;
    if (tries === TRIES) {
      throw conflict(say("This address is being changed elsewhere. Try again in a moment."), {
        details: { retryAfterSeconds: 1 },
      });
    }
  }
}

function rowKeyOf({ staffId }: Pick<Actor, "staffId">, key: AddressKey) {
  const { viewId, projectId, modelId, version } = key;
  const modelServiceId = BigInt(modelId);
  return { ownerId: staffId, viewId, projectId, modelServiceId, meansNewest: version === "newest" };
}

/**
 * The address of the newest version may have been made on any version of the series: the model that it names, preferably this one. null:
 * not made yet.
 */
export async function findNewestAddress(
  { staffId }: Pick<Actor, "staffId">,
  { viewId, projectId, modelId }: AddressKey,
  versions: readonly number[],
): Promise<number | null> {
  const rows = await getDb().liveAddress.findMany({
    where: {
      ownerId: staffId,
      viewId,
      projectId,
      modelServiceId: { in: versions.map(BigInt) },
      meansNewest: true,
    },
    orderBy: [{ fixedAt: "asc" }, { id: "asc" }],
    select: { modelServiceId: true },
  });
  const known = rows.map(({ modelServiceId }) => Number(modelServiceId));
  return known.find((one) => one === modelId) ?? known[0] ?? null;
}

async function create(
  actor: Pick<Actor, "staffId">,
  key: AddressKey,
  columns: readonly FixedColumn[],
): Promise<boolean> {
  const at = now();
  try {
    await getDb().liveAddress.create({
      data: { id: newId(), ...rowKeyOf(actor, key), columns: stored(columns), fixedAt: at, usedAt: at },
    });
  } catch (thrown) {
    if (isUniqueViolation(thrown)) return false;
    throw thrown;
  }
  const beyond = await getDb().liveAddress.findMany({
    where: { ownerId: actor.staffId },
    orderBy: [{ usedAt: "desc" }, { id: "desc" }],
    skip: ADDRESSES_OF_ONE_MAX,
    select: { id: true },
  });
  if (beyond.length > 0)
    await getDb().liveAddress.deleteMany({ where: { id: { in: beyond.map(({ id }) => id) } } });
  return true;
}

async function update({ id, version }: KeptAddress, columns: readonly FixedColumn[]): Promise<boolean> {
  const at = now();
  const { count } = await getDb().liveAddress.updateMany({
    where: { id, version },
    data: { columns: stored(columns), version: { increment: 1 }, fixedAt: at, usedAt: at },
  });
  return count === 1;
}

async function touch({ id, usedAt }: KeptAddress): Promise<true> {
  if (usedAt < after(-DAY_MS))
    await getDb().liveAddress.updateMany({ where: { id }, data: { usedAt: now() } });
  return true;
}

function stored(columns: readonly FixedColumn[]): { version: number; columns: FixedColumn[] } {
  const value = { version: FIXED_VERSION, columns: [...columns] };
  if (JSON.stringify(value).length <= COLUMNS_LENGTH_MAX) return value;
  throw new AppError(
    "VALIDATION",
    say("This view shows {count} columns, more than a live address can have. Choose columns in the view.", {
      count: columns.length,
    }),
  );
}
