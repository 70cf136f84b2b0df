"use client";
import { useCallback, useMemo, type ReactNode } from "react";
import { askPortal } from "#app/_client/ask-portal.ts";
import { ElementGrid } from "#app/_ui/data-table/element-grid.tsx";
import type { GridColumn } from "#app/_ui/data-table/grid/columns.ts";
import { formatCount, formatCounted } from "#app/_ui/format/count.ts";
import { fromWire, type Row, type WireRow } from "#lib/elements/wire.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { SnapshotView, TableColumn } from "#lib/features/elements/schema.ts";

/** The grid over a finished reading; rows come from the portal as they are scrolled to. */
export function ElementTable({
  snapshot,
  firstRows,
}: {
  snapshot: SnapshotView;
  firstRows: readonly WireRow[];
}): ReactNode {
  const { id, ifcClass, rows, columns } = snapshot;
  const gridColumns = useMemo(() => columns.map((column) => toGridColumn(column, rows)), [columns, rows]);
  const initialRows = useMemo(() => fromWire(firstRows), [firstRows]);
  const loadRows = useCallback(
    (from: number, count: number, signal: AbortSignal) => askRows(id, from, count, signal),
    [id],
  );
  const nameColumn = columns.find((column) => column.set === null && column.property === "Name");
  const sets = new Set(columns.flatMap((column) => (column.set === null ? [] : [column.set]))).size;
  return (
    <ElementGrid
      label={`Properties of ${formatCount(rows)} ${classNoun(ifcClass, rows)}`}
      columns={gridColumns}
      rowCount={rows}
      loadRows={loadRows}
      initialRows={initialRows}
      {...(nameColumn === undefined ? {} : { nameColumnId: nameColumn.id })}
      summary={
        <>
          <b className="font-medium text-fg">
            {formatCount(rows)} {classNoun(ifcClass, rows)}
          </b>
          <span className="max-sm:hidden">
            , {formatCounted(columns.length + 1, "column")} in {formatCounted(sets, "set")}
          </span>
        </>
      }
    />
  );
}

function toGridColumn(column: TableColumn, rows: number): GridColumn {
  return {
    id: column.id,
    head: column.property,
    group: column.set ?? "Attributes",
    end: column.isNumeric,
    filled: column.filled / rows,
    // A text has no unit to state; a number has one whether it is stated or not.
    ...(column.isNumeric || column.unit !== null ? { unit: column.unit } : {}),
    ...(column.isNumeric ? {} : { textLength: column.textLength }),
  };
}

async function askRows(id: string, from: number, count: number, signal: AbortSignal): Promise<Row[]> {
  const query = `from=${String(from)}&count=${String(count)}`;
  const asked = await askPortal<{ rows: WireRow[] }>(`/api/elements/${id}/rows?${query}`, signal);
  if (asked.ok) return fromWire(asked.value.rows);
  if (asked.status === 404) {
    throw new Error("This table is not kept any more. Load the page again to read it from the service.");
  }
  throw new Error(
    asked.reference === null ? asked.message : `${asked.message} Reference ${asked.reference}.`,
  );
}
