"use client";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import { cx } from "../../cx.ts";
import { cellAttributes } from "./grid-cell.tsx";
import type { GridColumn } from "./columns.ts";
import { IDENTITY_GROUP, type GridColumns, type GridLeaf } from "./use-grid-columns.ts";

/** The two rows of heads: the sets, and in each its properties with unit and fill. Both stick to the top. */
export function GridHead({
  gridId,
  columns,
  drawn,
  activeColumn,
}: {
  gridId: string;
  columns: GridColumns;
  drawn: readonly VirtualItem[];
  /** The active column while the heads hold the active cell, else null. */
  activeColumn: number | null;
}): ReactNode {
  const { pinned, center, groups, pinnedPx } = columns;
  const first = drawn[0]?.index ?? 0;
  const last = drawn.at(-1)?.index ?? -1;
  const head = (leaf: GridLeaf, index: number, leftPx: number): ReactNode => (
    <div
      key={leaf.column.id}
      {...cellAttributes(
        {
          id: `${gridId}-h-${index}`,
          row: -1,
          column: index,
          active: activeColumn === index,
          leftPx,
          widthPx: leaf.widthPx,
          className: leaf.firstOfGroup ? "first" : undefined,
        },
        cx("eg-head", leaf.column.end && "end"),
      )}
      role="columnheader"
      title={titleOf(leaf.column)}
    >
      <HeadWords column={leaf.column} />
    </div>
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
          <span className="sr-only">{IDENTITY_GROUP}</span>
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
              <span className="eg-group-name" title={group.name} style={{ left: pinnedPx }}>
                {group.name}
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

function HeadWords({ column }: { column: GridColumn }): ReactNode {
  return (
    <>
      <span className="eg-head-name">
        {column.head}
        {column.unit !== undefined && <span className="eg-unit"> {column.unit ?? "not stated"}</span>}
      </span>
      {column.filled !== undefined && <span className="eg-fill">{sayShare(column.filled)}</span>}
    </>
  );
}

function titleOf(column: GridColumn): string {
  const unit = column.unit === undefined ? "" : `, unit ${column.unit ?? "not stated"}`;
  const fill = column.filled === undefined ? "" : `, ${sayShare(column.filled)} filled`;
  return `${column.group}: ${column.head}${unit}${fill}`;
}

// 100 % only when every row has a value, 0 % only when none has.
function sayShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 100 && share < 1) return "over 99 %";
  if (percent === 0 && share > 0) return "under 1 %";
  return `${percent} %`;
}
