/*
 * The stored form of a row, shared by the writer and the reader of snapshots (docs/decisions/0008-snapshot.md):
 *   text     id and cell texts, separated by commas, so that a run of plain cells is ready-made CSV
 *   ends     for each text its end within the row, 2 bytes each, or 4 when the text is 65,536 bytes or longer
 *   kinds    for each text its kind byte (cell-kinds.ts)
 *   columns  only with INLINE_SHAPE: for each cell its column number, 4 bytes
 *   trailer  number of cells with the WIDE_ENDS bit, then the shape, 4 bytes each
 * All numbers are little-endian. A shape is the list of column numbers of a row's cells, kept once for all rows that share it.
 */

/** Raise this whenever a stored byte changes its meaning; older snapshots are then read again from the service. */
export const SNAPSHOT_FORMAT = 1;

export const INLINE_SHAPE = 0xffffffff;
export const WIDE_ENDS = 0x80000000;
export const TRAILER_BYTES = 8;

export const ROWS_FILE = "rows.bin";
/** Offsets of all rows in ROWS_FILE and of its end, as 8-byte little-endian floats. */
export const INDEX_FILE = "rows.idx";
/** For each shape: its number of columns, then its column numbers, 4 bytes each. */
export const SHAPES_FILE = "shapes.bin";
export const META_FILE = "meta.json";
export const INDEX_ENTRY_BYTES = 8;
