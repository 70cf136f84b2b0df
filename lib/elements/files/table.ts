/*
 * The table that every export format writes and every read-back compares with: columns, and rows that can be iterated as often as needed,
 * over one or several snapshots, in full or as selected by a view. This file knows no format and no file.
 */
import type { ColumnOrigin } from "../columns.ts";
import { throwIfCancelled } from "../errors.ts";
import { absentColumn, columnResolver } from "../query/address/named-column.ts";
import { locateRow, uniteColumns, type UnionColumn } from "../query/union.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Cell } from "../wire.ts";

export type ExportSource = { readonly ifcClass: string; readonly snapshot: Snapshot };

/** A property column; GlobalId and class are not property columns. */
export type ExportColumn = Omit<UnionColumn, "origin"> & {
  readonly origin: ColumnOrigin;
  /** Distinguishes this column from one of the same property with values of another kind or unit (joined-columns.ts). */
  readonly variant?: ColumnVariant | undefined;
};

/** What a heading says after the property's name: ` (number)`, ` [mm]`, or both. */
export type ColumnVariant = { readonly suffix: string; readonly saysUnit: boolean };

/** Where an element comes from, in a table over several models; the numbers are the service's. */
export const PLACE_COLUMNS = ["cloud", "projectNumber", "project", "modelNumber", "model"] as const;
/** The same within one project, where Cloud and project number are equal in every row. */
export const PROJECT_PLACE_COLUMNS: readonly PlaceColumn[] = ["project", "modelNumber", "model"];
export type PlaceColumn = (typeof PLACE_COLUMNS)[number];
export type RowPlace = Readonly<Record<PlaceColumn, string>>;

/** One element: cells are in the order of `ExportTable.columns`. */
export type ExportRow = {
  readonly id: string;
  readonly ifcClass: string;
  readonly cells: readonly Cell[];
  /** Only in tables with `place`. */
  readonly place?: RowPlace | undefined;
};

export type ExportTable = {
  /** Property columns in the order of the file; their counts cover all rows of the sources. */
  readonly columns: readonly ExportColumn[];
  /** Whether each row states its class; required where there are several classes. */
  readonly hasClass: boolean;
  /** The columns in front that say where each row comes from; none where all rows are of one model. */
  readonly place?: readonly PlaceColumn[] | undefined;
  readonly rows: number;
  /** All rows in order; each call starts from the beginning. @throws ElementsError SNAPSHOT_DAMAGED, STORAGE_FAILED, CANCELLED */
  iterate(signal?: AbortSignal): AsyncGenerator<ExportRow>;
};

/** The part of a table that a view selects. */
export type Selection = {
  /** Ids of the columns in order; columns that the table does not have are empty in every row. */
  readonly columns: readonly string[];
  readonly hasClass: boolean;
  /** Row numbers over all sources, in order; null: all rows in their stored order. */
  readonly rows: Int32Array | null;
};

/** Single rows read at once: enough to keep the disk busy, few enough to hold in memory. */
const ROWS_AT_ONCE = 256;
const READERS = 4;

/** The table of some snapshots, in their order; without a selection all rows and columns. The caller closes the snapshots. */
export function makeExportTable(sources: readonly ExportSource[], selection: Selection | null): ExportTable {
  const union = uniteColumns(sources.map(({ snapshot }) => snapshot.meta));
  const resolve = columnResolver(union.columns);
  const places = new Map(union.columns.map(({ id }, place) => [id, place]));
  const ids = new Set(selection?.columns.map(resolve) ?? places.keys());
  const chosen = [...ids].map((id) => ({ id, place: places.get(id) ?? -1 }));
  /** For each source and column of the file, the place in the source's own columns; -1: it does not have the column. */
  const own = union.ownPlaceOf.map((placeOf) => chosen.map(({ place }) => placeOf.get(place) ?? -1));
  const rows = selection?.rows ?? null;
  const total = sources.reduce((sum, { snapshot }) => sum + snapshot.meta.rows, 0);
  return {
    columns: chosen.flatMap(({ id, place }): ExportColumn[] => {
      const column = union.columns[place] ?? absentColumn(id, total);
      return column.origin === "pseudo" ? [] : [{ ...column, origin: column.origin }];
    }),
    hasClass: selection?.hasClass ?? sources.length > 1,
    rows: rows?.length ?? total,
    iterate: (signal) => iterateSources(sources, own, rows, signal),
  };
}

/**
 * Rows of snapshots.
 * @param own for each source and column of the file, the place in the source's own columns; -1: it does not have the column
 * @param rows row numbers over all sources, in order; null: all rows in their stored order
 * @throws ElementsError SNAPSHOT_DAMAGED, STORAGE_FAILED, CANCELLED
 */
export function iterateSources(
  sources: readonly ExportSource[],
  own: readonly (readonly number[])[],
  rows: Int32Array | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportRow> {
  return rows === null || isAscending(rows)
    ? iterateInOrder(sources, own, rows, signal)
    : iterateSingly(sources, own, rows, signal);
}

function isAscending(rows: Int32Array): boolean {
  for (let i = 1; i < rows.length; i++) if ((rows[i] ?? 0) <= (rows[i - 1] ?? 0)) return false;
  return true;
}

/** Reads the snapshots from front to back and skips rows that are not wanted. */
async function* iterateInOrder(
  sources: readonly ExportSource[],
  own: readonly (readonly number[])[],
  rows: Int32Array | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportRow> {
  let row = 0;
  let next = 0;
  for (const [i, { snapshot, ifcClass }] of sources.entries()) {
    const columns = own[i] ?? [];
    const isWhole =
      columns.length === snapshot.meta.columns.length && columns.every((place, at) => place === at);
    for await (const { id, cells } of snapshot.iterateRows(signal)) {
      if (rows !== null) {
        if (next >= rows.length) return;
        if (rows[next] !== row++) continue;
        next++;
      }
      yield { id, ifcClass, cells: isWhole ? cells : columns.map((place) => cells[place]) };
    }
  }
}

/** Reads rows in any order, a few hundred at a time. */
async function* iterateSingly(
  sources: readonly ExportSource[],
  own: readonly (readonly number[])[],
  rows: Int32Array,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportRow> {
  const share = ROWS_AT_ONCE / READERS;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    throwIfCancelled(signal);
    const shares = Array.from({ length: READERS }, (_, reader) =>
      rows.subarray(from + reader * share, Math.min(from + (reader + 1) * share, rows.length)),
    );
    const read = await Promise.all(shares.map((some) => readSome(sources, own, some)));
    for (const some of read) yield* some;
  }
}

async function readSome(
  sources: readonly ExportSource[],
  own: readonly (readonly number[])[],
  rows: Int32Array,
): Promise<ExportRow[]> {
  const found: ExportRow[] = [];
  for (const number of rows) {
    const at = locateRow(sources, number);
    if (at === null) throw new RangeError(`no source has row ${String(number)}`);
    const { snapshot, ifcClass } = at.source;
    const [read] = await snapshot.readCells([at.row], own[at.index] ?? []);
    if (read !== undefined) found.push({ id: read.id, ifcClass, cells: read.cells });
  }
  return found;
}
