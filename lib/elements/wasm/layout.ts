/*
 * Where everything lies in the memory that the row kernel (row-kernel.wat) shares with the reader, in bytes from its start.
 * The one place for these figures: assemble.ts writes them into the code. It must not import anything.
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

/** Place and size of each region. */
export const REGIONS: Readonly<Record<RegionName, { readonly at: number; readonly bytes: number }>> = (() => {
  let at = 0;
  const regions = Object.entries(SIZES).map(([name, bytes]) => {
    const region = { at, bytes };
    at += Math.ceil(bytes / 16) * 16;
    return [name, region] as const;
  });
  return Object.fromEntries(regions) as Record<RegionName, { at: number; bytes: number }>;
})();

/** Pages of memory; one more than the regions need, since a name is compared up to 1,024 bytes behind the window. */
export const KERNEL_PAGES = Math.ceil((REGIONS.ROW.at + REGIONS.ROW.bytes) / PAGE_BYTES) + 1;

/** What `properties` returns. */
export const AT_PROPERTY = 0;
export const AT_END = 1;
export const AT_MARK = 2;
