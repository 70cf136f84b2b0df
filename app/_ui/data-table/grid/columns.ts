/* What a column of the grid is, how wide it stands, and how many rows a page of it holds. */
import { t } from "#lib/core/texts.ts";

export type GridColumn = {
  /** Unique in the grid. */
  id: string;
  head: string;
  /** The set it belongs to; neighbours of one group share a head over theirs. */
  group: string;
  /** In the head, grey. Null: said to be not stated. Left out: it has none. */
  unit?: string | null | undefined;
  /** Numbers: at the right edge of the cell. */
  end?: boolean | undefined;
  /** Ids and paths. */
  mono?: boolean | undefined;
  /** Characters of the longest value, to make the column as wide as it needs. */
  textLength?: number | undefined;
  /** The share of rows that have a value, 0 to 1; shown in the head. */
  filled?: number | undefined;
  /** A few words beside the share: the range of its numbers, or how many values there are. */
  hint?: string | undefined;
};

/** The id of the column of row ids; no column of the caller's may have it. */
export const ID_COLUMN = "id";

const HEAD_CHAR_PX = 6.9;
export const VALUE_CHAR_PX = 8;
export const PADDING_PX = 22;
const WIDTH_MIN_PX = 92;
const WIDTH_MAX_PX = 260;
/** Bounds and step of widths that a person gives. */
export const RESIZE_MIN_PX = 56;
export const RESIZE_MAX_PX = 1_200;
export const RESIZE_STEP_PX = 24;
const VALUE_CHARS_UNKNOWN = 12;

/** The width of a column at the normal text size, from its head, its unit and its longest value. */
export function columnWidthPx(column: GridColumn): number {
  const unitChars = column.unit === undefined ? 0 : (column.unit ?? t("not stated")).length + 1;
  const headPx = (column.head.length + unitChars) * HEAD_CHAR_PX;
  const valuePx = (column.textLength ?? VALUE_CHARS_UNKNOWN) * VALUE_CHAR_PX;
  return Math.round(Math.min(WIDTH_MAX_PX, Math.max(WIDTH_MIN_PX, Math.max(headPx, valuePx) + PADDING_PX)));
}

/** Rows a page holds, so that a page of a very wide table stays of a size: 10 to 100. */
export function pageRowsFor(columnCount: number): number {
  return Math.max(10, Math.min(100, Math.floor(20_000 / Math.max(1, columnCount))));
}
