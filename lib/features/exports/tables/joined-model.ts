/**
 * The rows of one model in a table over many: reopens its readings for each pass over the table, and applies the view. Reads nothing from
 * the service.
 */
import { unavailable } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { JoinedSource, OpenedSource } from "#lib/elements/files/joined-table.ts";
import type { RowPlace } from "#lib/elements/files/table.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { SnapshotMeta } from "#lib/elements/snapshot/meta.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import { fitView } from "#lib/features/views/fit.ts";
import { columnsOf } from "#lib/features/views/live/columns.ts";
import type { ReadingFacts } from "./run-readings.ts";
import { selectRows, type ViewSource } from "./view-selection.ts";

export type KeptPart = { snapshotId: string; facts: ReadingFacts; meta: SnapshotMeta };
/** A model that was read: one reading for each class. */
export type KeptModel = { place: RowPlace; parts: KeptPart[] };

/**
 * A model's rows, opened for each pass; the view's query runs again each time, so that no result is held in memory.
 * @throws AppError UNAVAILABLE; ElementsError CANCELLED
 */
export async function openLater(
  { place, parts }: KeptModel,
  content: ViewContent | null,
  signal: AbortSignal,
): Promise<JoinedSource> {
  const kept = parts.map(({ snapshotId, facts: { ifcClass } }) => ({ snapshotId, ifcClass }));
  const open = async (whileOpen: AbortSignal): Promise<OpenedSource> => {
    await using opened = new AsyncDisposableStack();
    const sources: ViewSource[] = [];
    for (const part of kept)
      sources.push({ ...part, snapshot: opened.use(await openAgain(part.snapshotId, place.model)) });
    const view = content === null ? null : fitView(content, columnsOf(sources));
    const rows = view === null ? null : await selectRows(sources, view, whileOpen);
    // From here on the caller closes them.
    opened.move();
    return { parts: sources, rows };
  };
  const all = parts.reduce((sum, { meta }) => sum + meta.rows, 0);
  const rows = content === null ? all : await countRows(await open(signal), all);
  return { place, rows, open: (whileOpen) => open(whileOpen ?? signal) };
}

async function countRows({ parts, rows }: OpenedSource, all: number): Promise<number> {
  await Promise.all(parts.map(({ snapshot }) => snapshot.close()));
  return rows?.length ?? all;
}

async function openAgain(snapshotId: string, modelName: string): Promise<Snapshot> {
  const snapshot = await findSnapshotFiles(snapshotId);
  if (snapshot !== null) return snapshot;
  throw unavailable(
    say(
      "The stored data of {modelName} was removed or damaged while the table was being written. Export again.",
      { modelName },
    ),
  );
}
