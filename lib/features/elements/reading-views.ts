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
    /** The index of a column is the index of its cells in every row. */
    columns: meta.columns.map((column) => ({
      id: column.id,
      /** null for attributes. */
      set: column.origin === "attribute" ? null : numbered(column.set, column.setInstance),
      property: numbered(column.property, column.propertyInstance),
      /** As stated in the answer; null: not stated. */
      unit: column.unit,
      /** Every value is a number: aligned right, and may have a unit. */
      isNumeric: column.kinds.number > 0 && column.kinds.number === column.fill.present,
      /** Rows with a value other than the empty text. */
      filled: column.fill.present,
      /** Length of the longest text, list or object in characters. */
      textLength: column.textLengthMax,
    })),
    /** When the answer was complete, ISO 8601. */
    readAt: (row.readAt ?? row.startedAt).toISOString(),
    /** Size of the answer in bytes. */
    bytes: meta.bytes,
    sha256: meta.sha256,
    warnings: meta.warnings.map(({ message, count, samples }) => ({
      message: told(message),
      count,
      samples: [...samples],
    })),
  };
}

/** A finished reading, as pages show it. */
export type SnapshotView = ReturnType<typeof toSnapshotView>;

/** Numbers a second set or property of the same name, as in the headings of an export. */
function numbered(name: string, instance: number): string {
  return instance === 1 ? name : `${name}#${String(instance)}`;
}

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
