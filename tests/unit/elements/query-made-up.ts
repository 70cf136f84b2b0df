/** One table of made-up answers of two classes for a test file of the query engine, read by the engine and without it. */
import * as fc from "fast-check";
import { afterAll, beforeAll } from "vitest";
import type { TablePart } from "#lib/elements/query/table-store.ts";
import type { Table } from "#lib/elements/query/table.ts";
import { makeAnswer } from "./query-answers.ts";
import type { ReferenceRow } from "./query-reference.ts";
import { openDesk, type Desk } from "./query-support.ts";

let desk: Desk;
let sources: TablePart[];
export let columns: string[];
export let rows: ReferenceRow[];

beforeAll(async () => {
  desk = await openDesk();
  sources = [await desk.keep(makeAnswer(150, 1), "IfcDoor"), await desk.keep(makeAnswer(90, 2), "IfcWindow")];
  ({ columns, rows } = await use((table) => desk.read(sources, table)));
});

afterAll(() => desk.close());

export function use<T>(work: (table: Table) => Promise<T>): Promise<T> {
  return desk.store.use(sources, work);
}

/** That the property holds of the table and any of these values. */
export function holdsForAny<Values extends unknown[]>(
  arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  numRuns: number,
  check: (table: Table, ...values: Values) => Promise<void>,
): Promise<void> {
  return use((table) =>
    fc.assert(
      fc.asyncProperty(fc.tuple(...arbitraries), (values) => check(table, ...(values as Values))),
      { numRuns },
    ),
  );
}

/** Columns of the table, and sometimes one that the table does not have. */
export const anyColumn = fc.nat(10_000).map((n) => {
  const all = [...columns, "id", "class", "cNOTTHERE"];
  return all[n % all.length] ?? "id";
});
