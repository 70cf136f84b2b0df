/* What a column of the grid is, how wide it is, and how many rows a page holds. */
import { t } from "#lib/core/texts.ts";

export type GridColumn = {
  /** Unique in the grid. */
  id: string;
  head: string;
  /** The column's set; adjacent columns of one group share a head above theirs. */
  group: string;
  /** Shown grey in the head. Null: marked as not stated. Absent: the column has no unit. */
  unit?: string | null | undefined;
  /** Numbers: aligned right. */
  end?: boolean | undefined;
  /** Ids and paths. */
  mono?: boolean | undefined;
  /** Length of the longest value, for the column's width. */
  textLength?: number | undefined;
  /** The share of rows that have a value, 0 to 1; shown in the head. */
  filled?: number | undefined;
  /** The number of rows that share and hint are about, where the grid shows fewer; the head then says so. */
  ofAll?: number | undefined;
  /** A few words beside the share: the range of its numbers, or the number of values. */
  hint?: string | undefined;
  /** What the column means, where its name may mislead; told with the head. */
  about?: string | undefined;
};

/** The id of the column with row ids; reserved. */
export const ID_COLUMN = "id";

const HEAD_CHAR_PX = 6.9;
export const VALUE_CHAR_PX = 8;
/** A digit is wider than most letters, and all digits are equally wide. */
export const DIGIT_PX = 8.5;
export const PADDING_PX = 22;
const WIDTH_MIN_PX = 92;
const WIDTH_MAX_PX = 260;
/** Minimum, maximum and step of manual widths. */
export const RESIZE_MIN_PX = 56;
export const RESIZE_MAX_PX = 1_200;
export const RESIZE_STEP_PX = 24;
const VALUE_CHARS_UNKNOWN = 12;

/** A column's width at the normal text size, from its head, its unit and its longest value. */
export function columnWidthPx(column: GridColumn): number {
  const unitChars = column.unit === undefined ? 0 : (column.unit ?? t("not stated")).length + 1;
  const headPx = (column.head.length + unitChars) * HEAD_CHAR_PX;
  const charPx = column.end === true ? DIGIT_PX : VALUE_CHAR_PX;
  const valuePx = (column.textLength ?? VALUE_CHARS_UNKNOWN) * charPx;
  return Math.round(Math.min(WIDTH_MAX_PX, Math.max(WIDTH_MIN_PX, Math.max(headPx, valuePx) + PADDING_PX)));
}

/** Rows per page: 10 to 100, so that pages of very wide tables keep a similar size. */
export function pageRowsFor(columnCount: number): number {
  return Math.max(10, Math.min(100, Math.floor(20_000 / Math.max(1, columnCount))));
}
