/**
 * For the tests of the query engine: tables of made-up answers, stored as snapshots and opened by the product's own store, and conditions
 * of every kind.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { TableStore, type TablePart } from "#lib/elements/query/table-store.ts";
import type { Table } from "#lib/elements/query/table.ts";
import { STATE_OPS, type Filter, type QueryColumn, type ValueToken } from "#lib/elements/query/types.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { makeScratchFolder } from "#tests/support/scratch.ts";
import type { ReferenceRow } from "./query-reference.ts";
import { streamOf } from "./table.ts";

export type Desk = {
  store: TableStore;
  folder: string;
  /** Stores an answer of the service as a snapshot. */
  keep: (answer: string, ifcClass?: string) => Promise<TablePart>;
  /** Column ids and rows of a table, read from its snapshots without the engine. */
  read: (sources: readonly TablePart[], table: Table) => Promise<{ columns: string[]; rows: ReferenceRow[] }>;
  close: () => Promise<void>;
};

/** A store in a separate folder. */
export async function openDesk(options: { bytesMax?: number; waitMs?: number } = {}): Promise<Desk> {
  const folder = await makeScratchFolder("query");
  const store = new TableStore({ folder: join(folder, "tables"), waitMs: 30_000, ...options });
  let snapshots = 0;
  return {
    store,
    folder,
    keep: async (answer, ifcClass = "IfcDoor") => {
      const snapshotId = `s${String(++snapshots)}`;
      const dir = join(folder, snapshotId);
      await writeSnapshot({ source: streamOf(answer), dir });
      return { snapshotId, ifcClass, open: () => openSnapshot(dir) };
    },
    read: async (sources, table) => {
      const { columns } = await table.describe();
      const ids = new Map(columns.map((column) => [identity(column), column.id]));
      const rows: ReferenceRow[] = [];
      for (const { open, ifcClass } of sources) {
        await using snapshot = await open();
        const own = snapshot.meta.columns.map((column) => ids.get(identity(column)) ?? "");
        for await (const row of snapshot.iterateRows()) {
          const cells = new Map<string, Cell>();
          own.forEach((id, i) => cells.set(id, row.cells[i]));
          rows.push({ row: rows.length, id: row.id, ifcClass, cells });
        }
      }
      return { columns: columns.slice(2).map(({ id }) => id), rows };
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function identity({
  origin,
  set,
  setInstance,
  property,
  propertyInstance,
}: Pick<QueryColumn, "origin" | "set" | "setInstance" | "property" | "propertyInstance">): string {
  return JSON.stringify([origin, set, setInstance, property, propertyInstance]);
}

/** Conditions on one of these columns: those on values, and those on texts and states, which have no unit. */
export function anyFilterOf(
  anyColumn: fc.Arbitrary<string>,
  {
    text,
    token,
    end,
  }: { text: fc.Arbitrary<string>; token: fc.Arbitrary<ValueToken>; end: fc.Arbitrary<number> },
): { ofValues: fc.Arbitrary<Filter>; others: fc.Arbitrary<Filter> } {
  const oneOf = <T extends string>(...ops: T[]) => ({ column: anyColumn, op: fc.constantFrom(...ops) });
  const [min, max] = [fc.option(end), fc.option(end)];
  return {
    ofValues: fc.oneof(
      fc.record({ ...oneOf("equals", "notEquals"), value: token }),
      fc.record({ ...oneOf("oneOf", "notOneOf"), values: fc.array(token, { minLength: 1, maxLength: 5 }) }),
      fc.record({ ...oneOf("between", "notBetween"), min, max }),
    ) as fc.Arbitrary<Filter>,
    others: fc.oneof(
      fc.record({ ...oneOf("contains", "notContains"), text }),
      fc.record(oneOf(...STATE_OPS)),
    ) as fc.Arbitrary<Filter>,
  };
}
