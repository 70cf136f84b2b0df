/*
 * One table over any number of models: the elements of one model after the other, each with its origin. Only one model's snapshots are open
 * at a time, so memory does not depend on the number of models. This file knows no format and no service.
 */
import type { JoinedColumns } from "./joined-columns.ts";
import {
  iterateSources,
  type ExportSource,
  type ExportTable,
  type PlaceColumn,
  type RowPlace,
} from "./table.ts";

/** The elements of one model. */
export type JoinedSource = {
  readonly place: RowPlace;
  /** Number of rows. */
  readonly rows: number;
  /** Opens the snapshots; the caller closes them. @throws when a snapshot no longer exists */
  readonly open: (signal: AbortSignal | undefined) => Promise<OpenedSource>;
};

export type OpenedSource = {
  readonly parts: readonly ExportSource[];
  /** Row numbers over all parts, in order; null: all rows in their stored order. */
  readonly rows: Int32Array | null;
};

/** One model's part of a joined table: each row says where it comes from. */
export function placeTable(
  table: ExportTable,
  columns: readonly PlaceColumn[],
  place: RowPlace,
): ExportTable {
  return {
    ...table,
    place: columns,
    iterate: async function* (signal) {
      for await (const row of table.iterate(signal)) yield { ...row, place };
    },
  };
}

/**
 * The table of all sources, in their order.
 * @param joined the columns; each snapshot's description must have been added
 */
export function makeJoinedTable(
  sources: readonly JoinedSource[],
  joined: JoinedColumns,
  shape: { place: readonly PlaceColumn[]; hasClass: boolean },
): ExportTable {
  return {
    ...shape,
    columns: joined.columns(),
    rows: sources.reduce((sum, { rows }) => sum + rows, 0),
    iterate: async function* (signal) {
      for (const { place, open } of sources) {
        const { parts, rows } = await open(signal);
        try {
          const own = parts.map(({ snapshot }) => Array.from(joined.placesIn(snapshot.meta)));
          for await (const row of iterateSources(parts, own, rows, signal)) yield { ...row, place };
        } finally {
          await Promise.all(parts.map(({ snapshot }) => snapshot.close()));
        }
      }
    },
  };
}
