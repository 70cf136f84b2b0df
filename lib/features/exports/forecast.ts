/**
 * What is known of the table on a page before it is exported, for the loss forecast: checks permission, readings and view, and examines the
 * values within bounds. lib/elements/files/forecast derives the changes for each format, in the browser.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound, validation } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { ExportFacts } from "#lib/elements/files/forecast/facts.ts";
import { idsByCase, scanTable } from "#lib/elements/files/forecast/scan.ts";
import { shownColumns } from "#lib/elements/files/shown-columns.ts";
import { makeExportTable } from "#lib/elements/files/table.ts";
import { ADDRESS_MAX, readKeptView } from "#lib/elements/query/address/address.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { getSnapshotRow } from "#lib/features/elements/queries.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { columnsOf } from "#lib/features/views/live/columns.ts";
import { selectRows, type ViewSource } from "./tables/view-selection.ts";

/**
 * The facts about what would be exported.
 * @param view as written in its address; null: everything
 * @throws AppError NOT_FOUND when a reading is gone, VALIDATION, CONFLICT, UNAVAILABLE; ElementsError
 */
export async function readExportFacts(
  actor: Actor,
  snapshotIds: readonly string[],
  view: string | null,
  signal: AbortSignal,
): Promise<ExportFacts> {
  requirePermission(actor, "elements:export");
  if (snapshotIds.length === 0 || snapshotIds.length > SOURCES_MAX || (view ?? "").length > ADDRESS_MAX)
    throw validation({}, say("The table or the view of this export could not be read. Reload the page."));
  const rows = await Promise.all(snapshotIds.map((id) => getSnapshotRow(id)));
  await using opened = new AsyncDisposableStack();
  const sources: ViewSource[] = [];
  for (const { id, ifcClass } of rows) {
    const snapshot = opened.use(await findSnapshotFiles(id));
    if (snapshot === null) throw notFound(say("This table"));
    sources.push({ snapshotId: id, ifcClass, snapshot });
  }
  const columns = columnsOf(sources);
  const shown = readKeptView(view, columns);
  // The order does not affect the counts, and reading rows out of order takes longer.
  const unsorted = shown === null ? null : { ...shown, sorts: [] };
  const selection =
    unsorted === null
      ? null
      : {
          ...shownColumns(columns, sources.length, unsorted),
          rows: await selectRows(sources, unsorted, signal),
        };
  return await scanTable(
    makeExportTable(sources, selection),
    idsByCase(sources.flatMap(({ snapshot }) => snapshot.meta.warnings)),
    signal,
  );
}
