import type { ReactNode } from "react";
import { PageActs } from "../acts/page-acts.tsx";
import { cx } from "../cx.ts";
import { ScrollRegion } from "../primitives/scroll-region.tsx";

export type DataTableColumn<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Takes the room that is left, and the first line of the card when small. */
  grow?: boolean;
  /** Figures: at the right edge. */
  end?: boolean;
  /** When small: left out of the card, kept in it (the default), or on a line of its own, for what is long. */
  small?: "hide" | "keep" | "line";
  /** Holds the row's buttons: no visible head, at the right. The row's name, by which find-or-do offers them. */
  actionsOf?: (row: Row) => string;
};

/**
 * The table of a page, for as many rows as a page shows; the element grid is another. Each row folds into a card under
 * 761 px. An empty list is the caller's: show a Blank that says why.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  dense = false,
  isCurrent,
}: {
  label: string;
  columns: ReadonlyArray<DataTableColumn<Row>>;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  dense?: boolean;
  isCurrent?: (row: Row) => boolean;
}): ReactNode {
  // Roles are said in full: as cards the elements are no table to a browser any more.
  return (
    <ScrollRegion label={label} className="tbl-wrap">
      <table className={cx("tbl", dense && "dense")} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.head} role="columnheader" scope="col" className={cellClass(column)}>
                {column.actionsOf ? <span className="sr-only">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={isCurrent?.(row) ? "is-current" : undefined}
              aria-current={isCurrent?.(row) ? "true" : undefined}
            >
              {columns.map((column) => (
                <td key={column.head} role="cell" className={cellClass(column)}>
                  {column.actionsOf === undefined ? (
                    column.cell(row)
                  ) : (
                    <PageActs of={column.actionsOf(row)}>{column.cell(row)}</PageActs>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function cellClass<Row>(column: DataTableColumn<Row>): string | undefined {
  const names = cx(
    column.grow && "full",
    column.end && "num",
    column.actionsOf && "act",
    column.small === "hide" && "not-small",
    column.small === "line" && "small-line",
  );
  return names === "" ? undefined : names;
}
