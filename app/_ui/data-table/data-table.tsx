import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { PageActs } from "../acts/page-acts.tsx";
import { cx } from "../cx.ts";
import { Link } from "../primitives/link.tsx";
import { ScrollRegion } from "../primitives/scroll-region.tsx";
import { wrapped } from "../wrapped.ts";

export type DataTableColumn<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Takes the remaining width, and the first line of the card on small screens. */
  grow?: boolean;
  /** Numbers: aligned right. */
  end?: boolean;
  /** On small screens: not on the card, on it (the default), or on its own line, for long content; "wide": on wide screens only. */
  small?: "hide" | "keep" | "line" | "wide";
  /** For the row's buttons: no visible head, aligned right. The row's name, under which the search offers them. */
  actionsOf?: (row: Row) => string;
  /** The rows can be sorted by this column. */
  sort?: HeadSort | undefined;
};

/** A sortable head: a link whose address keeps the other filters. */
export type HeadSort = {
  /** The address with this order, or with the reverse where it is the current one. */
  href: string;
  /** The current direction; null: sorted by another column. */
  direction: "ascending" | "descending" | null;
};

/**
 * The table of a page, for as many rows as a page shows; the element grid is a different one. Below 761 px each row becomes a card, with
 * the sortable heads above the cards. For an empty list, show a Blank that says why instead.
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
  const sorts = columns.some(({ sort }) => sort !== undefined);
  // Explicit roles: once styled as cards, the elements are no longer a table to browsers.
  return (
    <ScrollRegion label={label}>
      <table className={cx("tbl", dense && "dense")} role="table" aria-label={label}>
        <thead role="rowgroup" className={sorts ? "sorts" : undefined}>
          <tr role="row" data-label={sorts ? t("Sort by") : undefined}>
            {columns.map((column) => (
              <th
                key={column.head}
                role="columnheader"
                scope="col"
                className={cellClass(column)}
                aria-sort={column.sort?.direction ?? undefined}
              >
                <Head column={column} />
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
                    wrapped(column.cell(row))
                  ) : (
                    <PageActs of={column.actionsOf(row)}>{wrapped(column.cell(row))}</PageActs>
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

function Head<Row>({ column: { head, sort, actionsOf } }: { column: DataTableColumn<Row> }): ReactNode {
  if (actionsOf !== undefined) return <span className="sr-only">{head}</span>;
  if (sort === undefined) return head;
  const Arrow = ARROWS[sort.direction ?? "none"];
  return (
    <Link href={sort.href} className="sort" data-current={sort.direction === null ? undefined : ""}>
      {head}
      <Arrow aria-hidden />
    </Link>
  );
}

const ARROWS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const;

function cellClass<Row>(column: DataTableColumn<Row>): string | undefined {
  const names = cx(
    column.grow && "full",
    column.end && "num",
    column.sort !== undefined && "sortable",
    column.actionsOf && "act",
    column.small === "hide" && "not-small",
    column.small === "line" && "small-line",
    column.small === "wide" && "wide-only",
  );
  return names === "" ? undefined : names;
}
