/**
 * The table behind a live address: opens the readings of its classes together and applies the view. Waits for a busy or unprepared table as
 * long as the program waits, then asks the program to retry.
 */
import { AppError, unavailable } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import type { ExportSource } from "#lib/elements/files/table.ts";
import { TableNotReady } from "#lib/elements/query/not-ready.ts";
import { isEverything } from "#lib/elements/query/rows.ts";
import type { Table } from "#lib/elements/query/table.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { getTables, toTablePart, whenPrepared } from "#lib/features/elements/open-tables.ts";
import { BUSY_AGAIN_SECONDS, type Patience } from "./places.ts";
import { notInTime } from "./readings.ts";

/** `table` is null where the model has none of the classes. */
export type LiveTable = { readonly sources: readonly ExportSource[]; readonly table: Table | null };

/** Works on the table of some readings. @throws AppError VALIDATION, UNAVAILABLE; what `work` throws */
export async function withTable<Result>(
  readings: readonly SnapshotModel[],
  work: (live: LiveTable) => Promise<Result>,
): Promise<Result> {
  if (readings.length === 0) return work({ sources: [], table: null });
  try {
    return await getTables().use(readings.map(toTablePart), (table) =>
      work({ sources: table.sources, table }),
    );
  } catch (thrown) {
    if (thrown instanceof TableNotReady) throw notInTime(thrown);
    if (!(thrown instanceof ElementsError)) throw thrown;
    if (thrown.code === "BAD_OPTION")
      throw new AppError("VALIDATION", told(thrown.message), { cause: thrown });
    if (!thrown.code.startsWith("SNAPSHOT_")) throw thrown;
    throw unavailable(say("{message} Ask again in a moment.", { message: told(thrown.message) }), {
      details: { retryAfterSeconds: BUSY_AGAIN_SECONDS },
      cause: thrown,
    });
  }
}

/**
 * Row numbers of the view in order; null: all in their original order. @throws TableNotReady; ElementsError CANCELLED; the signal's reason
 */
export async function orderedRows(
  { table }: LiveTable,
  view: TableView,
  { until, signal }: Patience,
): Promise<Int32Array | null> {
  if (table === null || isEverything(view)) return null;
  return whenPrepared(() => table.matches(view, { signal }), until, signal);
}
