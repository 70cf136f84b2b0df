/*
 * Where everything lies in the memory that the kernels (row-kernel.wat, csv-kernel.wat) share with the reader and the CSV writer, in
 * bytes from its start. The one place for these figures: assemble.ts writes them into the code. It must not import anything.
 */

/** Columns, and cells of one row, that the kernel can take; wider tables are read without it. */
export const KERNEL_COLUMNS = 4096;
/** Window of the answer that fits, and the readable bytes behind its end. */
export const KERNEL_WINDOW_BYTES = 256 * 1024;
const WINDOW_SLACK_BYTES = 64;
/** A row of a full window fits: at most three times its bytes, and something more. */
const ROW_BYTES = 1024 * 1024;
const NAMES_BYTES = 256 * 1024;
/** The kernel writes whole blocks and may write so many bytes more than it means. */
const BLOCK_BYTES = 32;
const PAGE_BYTES = 65_536;
const KINDS_PER_COLUMN = 8;

/** Name → bytes. Order is the order in memory. */
const SIZES = {
  /** What `properties` gives back: position, end of the row, column read last, cells, hash; 4 bytes each. */
  RESULT: 64,
  /** Per byte whether a text that begins with it may be a formula. */
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

/** Regions one behind the other, each at a multiple of 16. */
function regionsOf<T extends string>(sizes: Readonly<Record<T, number>>): Readonly<Record<T, Region>> {
  let at = 0;
  const regions = Object.entries<number>(sizes).map(([name, bytes]) => {
    const region: Region = { at, bytes };
    at += Math.ceil(bytes / 16) * 16;
    return [name, region] as const;
  });
  return Object.fromEntries(regions) as Record<T, Region>;
}

/** Pages of memory up to the end of a region and one more, since kernels read and write a little behind what they mean. */
function pagesTo({ at, bytes }: Region): number {
  return Math.ceil((at + bytes) / PAGE_BYTES) + 1;
}

/** Place and size of each region of the row kernel. */
export const REGIONS = regionsOf(SIZES);
export const KERNEL_PAGES = pagesTo(REGIONS.ROW);

/** A line that goes over this is left to plain code; behind it there is room for the longest text that a narrow row can have. */
export const CSV_LINES_BYTES = 512 * 1024;

/* How a text of a stored row gets into a line of CSV. */
/** The text is written as it stands. */
export const COPIED = 0;
/** The text is written between quotation marks; there is none in it. */
export const QUOTED = 1;
/** The text has to be looked at. */
export const ENCODED = 2;

/** The CSV kernel's regions. */
export const CSV_REGIONS = regionsOf({
  /** Per kind byte: COPIED, QUOTED or ENCODED. */
  ENCODINGS: 256,
  /** Plans of shapes, one behind the other. */
  PLANS: 256 * 1024,
  /** Stored rows. */
  BLOCK: 1024 * 1024 + BLOCK_BYTES,
  /** Lines of CSV. */
  LINES: CSV_LINES_BYTES + 2 * PAGE_BYTES,
});
export const CSV_PAGES = pagesTo(CSV_REGIONS.LINES);

/* Why `properties` stopped; 0: before a property that others must read. */
export const AT_END = 1;
export const AT_MARK = 2;
