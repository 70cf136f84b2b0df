/** Readings as pages show them. */
import { told } from "#lib/core/language/kept-texts.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import type { SnapshotMeta } from "#lib/elements/snapshot/meta.ts";

/** A finished reading, from its row and its files. */
export function toSnapshotView(row: SnapshotModel, meta: SnapshotMeta) {
  return {
    id: row.id,
    ifcClass: row.ifcClass,
    rows: meta.rows,
    /** When the answer was complete, ISO 8601. */
    readAt: (row.readAt ?? row.startedAt).toISOString(),
    warnings: meta.warnings.map(({ message, count, samples }) => ({
      message: told(message),
      count,
      samples: [...samples],
    })),
  };
}

/** A finished reading, as pages show it. */
export type SnapshotView = ReturnType<typeof toSnapshotView>;

/** A running reading. */
export function toReadingView(row: SnapshotModel) {
  return {
    snapshotId: row.id,
    ifcClass: row.ifcClass,
    rows: row.rows,
    bytes: Number(row.bytes),
    startedAt: row.startedAt.toISOString(),
  };
}

/** A running reading. */
export type ReadingView = ReturnType<typeof toReadingView>;
