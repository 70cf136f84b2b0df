/**
 * The columns of the element table as TanStack Table holds them: how its functions change a view, and what the grid draws from the result.
 */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { moveColumn, moveColumnBefore, resizeColumn } from "#app/_ui/data-table/grid/grid-table.ts";
import { useGridLayout, type GridLayout } from "#app/_ui/data-table/grid/use-grid-layout.ts";
import type { GridTable } from "#app/_ui/data-table/grid/use-grid-table.ts";
import { DEFAULT_VIEW } from "#lib/elements/query/address/view-address.ts";
import {
  SORTS_MAX,
  type QueryColumn,
  type TableDescription,
  type TableView,
} from "#lib/elements/query/types.ts";
import { queryColumn } from "#tests/support/query-column.ts";
import { showColumns } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/shown-columns.ts";
import { useElementColumns } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/use-element-columns.ts";

const column = (id: string, set = "A"): QueryColumn => queryColumn(id, { set, property: id.toUpperCase() });

const TABLE: TableDescription = {
  rows: 1,
  sources: [{ snapshotId: "0", ifcClass: "IfcDoor", rows: 1 }],
  columns: [column("a"), column("b"), column("c", "B"), column("d")],
};

/** A page that shows a view: each change to its table changes the view, which is then drawn again. */
function openPage(first: Partial<TableView> = {}): {
  view: () => TableView;
  layout: () => GridLayout;
  act: (on: (table: GridTable) => void) => void;
} {
  let view: TableView = { ...DEFAULT_VIEW, ...first };
  const draw = (): { table: GridTable; layout: GridLayout } => {
    let drawn: { table: GridTable; layout: GridLayout } | undefined;
    const Page = (): null => {
      const table = useElementColumns({
        shown: showColumns(TABLE, view),
        view,
        rows: TABLE.rows,
        isNarrowed: false,
        cellIds: ["c", "a", "b"],
        change: (next) => {
          view = next(view);
        },
      });
      drawn = { table, layout: useGridLayout(table, 2) };
      return null;
    };
    renderToString(createElement(Page));
    if (drawn === undefined) throw new Error("nothing was drawn");
    return drawn;
  };
  return { view: () => view, layout: () => draw().layout, act: (on) => on(draw().table) };
}

function columnOf(table: GridTable, id: string): NonNullable<ReturnType<GridTable["getColumn"]>> {
  const found = table.getColumn(id);
  if (found === undefined) throw new Error(`There is no column ${id}.`);
  return found;
}

const shownIds = ({ pinned, center }: GridLayout): string[] =>
  [...pinned, ...center].map((leaf) => leaf.column.id);

describe("sorting", () => {
  test("a head sorts up, down, and not at all; with Shift it joins the sorts there are", () => {
    const page = openPage();
    const press = (id: string, adds: boolean): TableView["sorts"] => {
      page.act((table) => columnOf(table, id).toggleSorting(undefined, adds));
      return page.view().sorts;
    };
    expect(press("a", false)).toEqual([{ column: "a", isDescending: false }]);
    expect(press("a", false)).toEqual([{ column: "a", isDescending: true }]);
    expect(press("a", false)).toEqual([]);
    press("a", false);
    expect(press("b", true).map((sort) => sort.column)).toEqual(["a", "b"]);
    press("a", true);
    expect(press("a", true).map((sort) => sort.column)).toEqual(["b"]);
    expect(press("c", false).map((sort) => sort.column)).toEqual(["c"]);
  });

  test("there are never more sorts at once than a question may have", () => {
    const page = openPage();
    for (const id of ["a", "b", "c", "d"])
      page.act((table) => columnOf(table, id).toggleSorting(undefined, true));
    expect(page.view().sorts.length).toBe(Math.min(4, SORTS_MAX));
  });
});

describe("order", () => {
  test("columns move among those shown, never past the ends, and hidden ones are not lost", () => {
    const page = openPage();
    page.act((table) => moveColumn(columnOf(table, "d"), 1));
    expect(page.view()).toEqual(DEFAULT_VIEW);
    page.act((table) => moveColumn(columnOf(table, "b"), 1));
    expect(page.view().columns).toEqual(["a", "c", "b", "d"]);
    page.act((table) => moveColumnBefore(columnOf(table, "d"), "a"));
    expect(page.view().columns).toEqual(["d", "a", "c", "b"]);
    const hiding = openPage({ columns: ["a", "d", "b", "c"], hidden: ["d"] });
    hiding.act((table) => moveColumn(columnOf(table, "a"), 1));
    expect(hiding.view().columns).toEqual(["b", "a", "c", "d"]);
  });

  test("neighbours of one set stand under one head, and two runs of one set are told apart", () => {
    const { groups } = openPage({ columns: ["a", "b", "c", "d"] }).layout();
    expect(groups.map(({ header, from, to }) => [header.column.columnDef.header, from, to])).toEqual([
      ["A", 0, 1],
      ["B", 2, 2],
      ["A", 3, 3],
    ]);
    expect(openPage({ hidden: ["a", "b", "c", "d"] }).layout().groups).toEqual([]);
  });
});

describe("pinning, hiding and widths", () => {
  test("the id is pinned first, and pinning starts from what is pinned now", () => {
    const page = openPage({ pinned: ["c"] });
    page.act((table) => columnOf(table, "a").pin("start"));
    expect(page.view().pinned).toEqual(["c", "a"]);
    expect(page.layout().pinned.map((leaf) => leaf.column.id)).toEqual(["id", "c", "a"]);
    page.act((table) => columnOf(table, "c").pin(false));
    expect(page.view().pinned).toEqual(["a"]);
  });

  test("a column that is hidden goes at once and can come back, also when an order did not have it", () => {
    const page = openPage({ columns: ["a", "b"] });
    page.act((table) => columnOf(table, "a").toggleVisibility(false));
    expect(page.view().hidden).toEqual(["a"]);
    expect(shownIds(page.layout())).toEqual(["id", "b"]);
    page.act((table) => table.setColumnVisibility({}));
    expect(shownIds(page.layout())).toEqual(["id", "a", "b", "c", "d"]);
  });

  test("a width is kept within what the grid allows, and stands at the person's text size", () => {
    const page = openPage({ columns: ["a", "b"] });
    page.act((table) => resizeColumn(columnOf(table, "a"), 9_999));
    expect([...page.view().widths]).toEqual([["a", 1_200]]);
    const [a, b] = page.layout().center;
    expect(a).toMatchObject({ startPx: 0, widthPx: 2_400 });
    expect(b?.startPx).toBe(2_400);
  });

  test("cells are read where the rows have them, and a column that they do not have yet says so", () => {
    const { center } = openPage({ columns: ["a", "d"] }).layout();
    const row = { id: "1", row: 0, cells: ["of c", "of a", "of b"] };
    expect(center.map(({ read }) => read && read(row))).toEqual(["of a", null]);
  });
});
