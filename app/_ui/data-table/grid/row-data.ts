import type { Row } from "#lib/elements/wire.ts";

/** A row as the grid holds it: its cells stand in the order of the grid's columns. */
export type GridRowData = Row & {
  /** Its number in the table, whatever the order shown. */
  readonly row: number;
};
