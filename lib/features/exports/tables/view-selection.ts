/**
 * Which rows and columns of finished readings a view selects. Reads nothing from the service.
 */
import { unavailable } from "#lib/core/errors.ts";
import { shownColumns } from "#lib/elements/files/shown-columns.ts";
import type { Selection } from "#lib/elements/files/table.ts";
import { TableNotReady } from "#lib/elements/query/not-ready.ts";
import { isEverything } from "#lib/elements/query/rows.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import type { UnionColumn } from "#lib/elements/query/union.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { getTables, toTablePart, whenPrepared } from "#lib/features/elements/open-tables.ts";
import { absenceOfView, type Absence } from "#lib/features/views/absences.ts";

/** Generous: no page waits for these rows. */
const VIEW_LIMIT_MS = 300_000;

export type ViewSource = { snapshotId: string; ifcClass: string; snapshot: Snapshot };

/**
 * The rows and columns of a view, and what it names but the table lacks; waits while the table is being prepared.
 * @param view in the columns of the table
 * @param classes number of classes that were asked for
 * @throws AppError UNAVAILABLE; ElementsError CANCELLED
 */
export async function selectView(
  sources: readonly ViewSource[],
  columns: readonly UnionColumn[],
  view: TableView,
  classes: number,
  signal: AbortSignal,
): Promise<{ selection: Selection; absent: Absence }> {
  const rows = await selectRows(sources, view, signal);
  const absent = absenceOfView(view, columns);
  return { selection: { ...shownColumns(columns, classes, view), rows }, absent };
}

/**
 * The rows of a view in its order, as numbers over all sources; null: all rows in their original order.
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
