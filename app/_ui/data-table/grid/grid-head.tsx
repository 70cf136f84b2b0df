"use client";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { IDENTITY_GROUP } from "./grid-table.ts";
import { HeadCell, type ColumnMenu } from "./head-cell.tsx";
import type { GridLayout, GridLeaf } from "./use-grid-layout.ts";
import type { GridTable } from "./use-grid-table.ts";

/** The two rows of heads: the sets, and below each its properties with unit and fill. Both stick to the top. */
export function GridHead({
  gridId,
  table,
  columns,
  drawn,
  activeColumn,
  textScale,
  menu,
}: {
  gridId: string;
  table: GridTable;
  columns: GridLayout;
  drawn: readonly VirtualItem[];
  /** The active column while a head is active, else null. */
  activeColumn: number | null;
  textScale: number;
  menu: ColumnMenu;
}): ReactNode {
  const { pinned, center, groups, pinnedPx } = columns;
  const first = drawn[0]?.index ?? 0;
  const last = drawn.at(-1)?.index ?? -1;
  const head = (leaf: GridLeaf, index: number, leftPx: number): ReactNode => (
    <HeadCell
      key={leaf.column.id}
      place={{
        id: `${gridId}-h-${index}`,
        row: -1,
        column: index,
        active: activeColumn === index,
        selected: false,
        leftPx,
        widthPx: leaf.widthPx,
        className: leaf.firstOfGroup ? "first" : undefined,
      }}
      header={leaf.header}
      textScale={textScale}
      menu={menu}
    >
      <table.FlexRender header={leaf.header} />
    </HeadCell>
  );
  return (
    <div role="rowgroup" className="eg-heads">
      <div role="row" aria-rowindex={1} className="eg-row eg-groups">
        <div
          role="columnheader"
          aria-colindex={1}
          aria-colspan={pinned.length}
          className="eg-pin"
          style={{ width: pinnedPx }}
        >
          <span className="sr-only">{t(IDENTITY_GROUP)}</span>
        </div>
        {groups.map((group) => {
          const from = center[group.from];
          const to = center[group.to];
          if (from === undefined || to === undefined || group.to < first || group.from > last) return null;
          return (
            <div
              key={group.from}
              role="columnheader"
              aria-colindex={pinned.length + group.from + 1}
              aria-colspan={group.to - group.from + 1}
              className="eg-group"
              style={{ left: pinnedPx + from.startPx, width: to.startPx + to.widthPx - from.startPx }}
            >
              <span
                className="eg-group-name"
                title={String(group.header.column.columnDef.header)}
                style={{ left: pinnedPx }}
              >
                <table.FlexRender header={group.header} />
              </span>
            </div>
          );
        })}
      </div>
      <div role="row" aria-rowindex={2} className="eg-row eg-names">
        <div role="none" className="eg-pin" style={{ width: pinnedPx }}>
          {pinned.map((leaf, index) => head(leaf, index, leaf.startPx))}
        </div>
        {drawn.map((item) => {
          const leaf = center[item.index];
          return leaf && head(leaf, pinned.length + item.index, pinnedPx + leaf.startPx);
        })}
      </div>
    </div>
  );
}
