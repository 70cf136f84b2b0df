/**
 * A person's live address of a view over a model, for the page: made when a button is pressed, and compared with the last reading of the
 * model.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { conflict } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { canonicalClass } from "#lib/features/elements/class-choices.ts";
import { findNewestReady } from "#lib/features/elements/snapshot-rows.ts";
import type { ViewContent } from "../content.ts";
import { LIVE_VERSIONS, type LiveModel, type LiveVersion } from "../live-address.ts";
import { columnsOf, narrowToAddress } from "./columns.ts";
import { canFix, settleColumns, takeInColumns } from "./fixed.ts";
import { findAddress, findNewestAddress, settleAddress, type AddressKey, type KeptAddress } from "./kept.ts";
import { beginWaiting } from "./places.ts";
import { openLiveReadings } from "./readings.ts";
import { withTable, type LiveTable } from "./table.ts";
import { settleVersion, settleVersionForPage } from "./version.ts";
import { listSeries } from "#lib/features/versions/registry.ts";
import { seriesOf } from "#lib/features/versions/series.ts";
import { getView } from "../queries.ts";

/** How long a press waits for a model that is being read. */
const WAIT_MS = 20_000;

/** Both addresses of a view over a model. @throws AppError NOT_FOUND for a view that the actor cannot see */
export async function describeAddresses(
  actor: Actor,
  viewId: string,
  model: Omit<LiveModel, "version">,
): Promise<AddressStates> {
  const [fixed, newest] = await Promise.all(
    LIVE_VERSIONS.map((version) => describeAddress(actor, { viewId, ...model, version })),
  );
  return { fixed: fixed ?? null, newest: newest ?? null };
}

/** The newest version has one address for all versions of a series: the one that was made on any of them. */
async function keyInSeries(actor: Actor, key: AddressKey): Promise<AddressKey> {
  const series = key.version === "newest" ? seriesOf(await listSeries(key.projectId), key.modelId) : null;
  if (series === null) return key;
  const versions = series.versions.map(({ modelId }) => modelId);
  return { ...key, modelId: (await findNewestAddress(actor, key, versions)) ?? key.modelId };
}

/** null: not made yet, or there is no such model. @throws AppError NOT_FOUND for a view that the actor cannot see */
export async function describeAddress(actor: Actor, asked: AddressKey): Promise<AddressState | null> {
  requirePermission(actor, "portal:read");
  const { content } = await getView(actor, asked.viewId);
  if (!isId(asked.projectId) || !Number.isSafeInteger(asked.modelId)) return null;
  const key = await keyInSeries(actor, asked);
  const address = await findAddress(actor, key);
  if (address === null) return null;
  const modelId = await settleVersionForPage(actor, key);
  const kept = await Promise.all(
    content.ifcClasses.map((ifcClass) =>
      findNewestReady({
        projectId: key.projectId,
        modelServiceId: BigInt(modelId),
        ifcClass: canonicalClass(ifcClass),
      }),
    ),
  );
  return withTable(
    kept.filter((row) => row !== null),
    (live) => Promise.resolve(stateOf(key, content, address, live)),
  );
}

/**
 * Makes the address, or updates its columns to the current model.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT (the model has none of the classes), VALIDATION (too many columns), UNAVAILABLE (still
 * being read), or what the service said
 */
export async function makeAddress(actor: Actor, asked: AddressKey, takesIn: boolean): Promise<AddressState> {
  requirePermission(actor, "elements:export");
  const { content } = await getView(actor, asked.viewId);
  const key = isId(asked.projectId) ? await keyInSeries(actor, asked) : asked;
  const endWaiting = beginWaiting(actor.staffId);
  try {
    const patience = { until: performance.now() + WAIT_MS, signal: new AbortController().signal };
    const { modelId } = await settleVersion(actor, key, patience.signal);
    const place = { projectId: key.projectId, modelId, ifcClasses: content.ifcClasses };
    const { readings } = await openLiveReadings(actor, place, patience);
    if (!canFix(content, readings.length)) {
      throw conflict(
        say(
          "This model has no elements of the view’s classes, so there are no columns to fix. Nothing was changed.",
        ),
      );
    }
    await withTable(readings, async ({ sources }) => {
      const columns = columnsOf(sources);
      await settleAddress(actor, key, true, (before) =>
        before !== null && takesIn
          ? takeInColumns(content, columns, before)
          : settleColumns(content, columns, before),
      );
    });
  } finally {
    endWaiting();
  }
  const state = await describeAddress(actor, key);
  if (state === null) throw new Error("an address that was just made is not there");
  return state;
}

function stateOf(
  { modelId }: AddressKey,
  content: ViewContent,
  { columns, fixedAt }: KeptAddress,
  { sources }: LiveTable,
) {
  const fixed = settleColumns(content, columnsOf(sources), columns);
  const { table, absent, newColumns, otherUnits } = narrowToAddress(content, sources, fixed, null);
  return {
    /** The model that the address names: for the newest version any version of the series. */
    modelId,
    fixedAt: fixedAt.toISOString(),
    /** How many property columns it gives. */
    columns: table.columns.length,
    /** The view names them; else they are the model's when the address was made. */
    isNamedByView: content.columns !== null,
    // A model that was not read lacks nothing, as far as known.
    /** Not in the current model: these columns are empty. */
    absent: sources.length === 0 ? [] : [...absent.columns],
    /** In the model but not in the address. */
    newColumns,
    /** null: not stated. */
    otherUnits,
  };
}

/** A person's live address of a view over a model, compared with the last reading of the model; columns by name. */
export type AddressState = ReturnType<typeof stateOf>;

/** By version; null: not made yet. */
export type AddressStates = Record<LiveVersion, AddressState | null>;
