/*
 * The layout of the memory that the kernels (row-kernel.wat, csv-kernel.wat) share with the reader and the CSV writer, in bytes from its
 * start. The only place for these figures: tests/support/generators/kernels.ts writes them into the code. This file must not import
 * anything.
 */

/** The most columns, and cells of one row, that the kernel can handle; wider tables are read without it. */
export const KERNEL_COLUMNS = 4096;
/** The largest window of the answer, and the readable bytes after its end. */
export const KERNEL_WINDOW_BYTES = 256 * 1024;
const WINDOW_SLACK_BYTES = 64;
/** Enough for the row of a full window: at most three times its bytes, and a little more. */
const ROW_BYTES = 1024 * 1024;
const NAMES_BYTES = 256 * 1024;
/** The kernel writes whole blocks and may write up to this many bytes too many. */
const BLOCK_BYTES = 32;
const PAGE_BYTES = 65_536;
const KINDS_PER_COLUMN = 8;

/** Name → bytes. Order is the order in memory. */
const SIZES = {
  /** What `properties` returns: position, end of the row, column read last, cells, hash; 4 bytes each. */
  RESULT: 64,
  /** By byte: whether a text that begins with it may be a formula. */
  SUSPECT: 256,
  /* Per column, 4 bytes each (counts: 4 per kind). See ColumnTable. */
  NEXT: 4 * KERNEL_COLUMNS,
  NAME_FROM: 4 * KERNEL_COLUMNS,
  NAME_TO: 4 * KERNEL_COLUMNS,
  SEEN: 4 * KERNEL_COLUMNS,
  TEXT_MAX: 4 * KERNEL_COLUMNS,
  FORMULAS: 4 * KERNEL_COLUMNS,
  COUNTS: 4 * KINDS_PER_COLUMN * KERNEL_COLUMNS,
  /* Per cell of the row. See RowCells. */
  CELL_COLUMNS: 4 * KERNEL_COLUMNS,
  CELL_ENDS: 4 * KERNEL_COLUMNS,
  CELL_KINDS: KERNEL_COLUMNS + BLOCK_BYTES,
  NAMES: NAMES_BYTES + BLOCK_BYTES,
  WINDOW: KERNEL_WINDOW_BYTES + WINDOW_SLACK_BYTES,
  ROW: ROW_BYTES + BLOCK_BYTES,
} as const;

export type RegionName = keyof typeof SIZES;

export interface Region {
  readonly at: number;
  readonly bytes: number;
}

/** Places regions one after the other, each at a multiple of 16. */
function regionsOf<T extends string>(sizes: Readonly<Record<T, number>>): Readonly<Record<T, Region>> {
  let at = 0;
  const regions = Object.entries<number>(sizes).map(([name, bytes]) => {
    const region: Region = { at, bytes };
    at += Math.ceil(bytes / 16) * 16;
    return [name, region] as const;
  });
  return Object.fromEntries(regions) as Record<T, Region>;
}

/** Pages of memory up to the end of a region and one more, since kernels read and write a little beyond their data. */
function pagesTo({ at, bytes }: Region): number {
  return Math.ceil((at + bytes) / PAGE_BYTES) + 1;
}

/** Place and size of each region of the row kernel. */
export const REGIONS = regionsOf(SIZES);
export const KERNEL_PAGES = pagesTo(REGIONS.ROW);

/** Plain code writes lines that exceed this; after it there is room for the longest text of a narrow row. */
export const CSV_LINES_BYTES = 512 * 1024;

/* How a text of a stored row is written into a line of CSV. */
/** The text is copied unchanged. */
export const COPIED = 0;
/** The text is written in quotation marks; it contains none. */
export const QUOTED = 1;
/** Plain code must examine the text. */
export const ENCODED = 2;

/** The CSV kernel's regions. */
export const CSV_REGIONS = regionsOf({
  /** By kind byte: COPIED, QUOTED or ENCODED. */
  ENCODINGS: 256,
  /** Plans of shapes, one after the other. */
  PLANS: 256 * 1024,
  /** Stored rows. */
  BLOCK: 1024 * 1024 + BLOCK_BYTES,
  /** Lines of CSV. */
  LINES: CSV_LINES_BYTES + 2 * PAGE_BYTES,
});
export const CSV_PAGES = pagesTo(CSV_REGIONS.LINES);

/* Why `properties` stopped; 0: before a property that plain code must read. */
export const AT_END = 1;
export const AT_MARK = 2;
