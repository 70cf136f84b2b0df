import type { Row } from "#lib/elements/wire.ts";

/** A row of the grid, with its cells in the order of the grid's columns. */
export type GridRowData = Row & {
  /** Its number in the table, whatever the current order. */
  readonly row: number;
};
