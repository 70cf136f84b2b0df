/**
 * Which rows of finished readings a view selects. Reads nothing from the service.
 */
import { unavailable } from "#lib/core/errors.ts";
import { TableNotReady } from "#lib/elements/query/not-ready.ts";
import { isEverything } from "#lib/elements/query/rows.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { getTables, toTablePart, whenPrepared } from "#lib/features/elements/open-tables.ts";

/** Generous: no page waits for these rows. */
const VIEW_LIMIT_MS = 300_000;

export type ViewSource = { snapshotId: string; ifcClass: string; snapshot: Snapshot };

/**
 * The rows of a view in its order, as numbers over all sources; null: all rows in their original order. Waits while the table is being
 * prepared.
 * @param view in the columns of the table
 * @throws AppError UNAVAILABLE; ElementsError CANCELLED
 */
export async function selectRows(
  sources: readonly ViewSource[],
  view: TableView,
  signal: AbortSignal,
): Promise<Int32Array | null> {
  if (isEverything(view)) return null;
  const parts = sources.map(({ snapshotId, ifcClass }) => toTablePart({ id: snapshotId, ifcClass }));
  const ask = (): Promise<Int32Array | null> =>
    getTables().use(parts, (table) => table.matches(view, { signal, timeLimitMs: VIEW_LIMIT_MS }));
  try {
    return await whenPrepared(ask, Infinity, signal);
  } catch (thrown) {
    throw thrown instanceof TableNotReady ? unavailable(thrown.message) : thrown;
  }
}
