import { connect } from "./connected.ts";
import { readColumns } from "./filled-database.ts";
import { insertFilled, type PlantedRow } from "./planted-rows.ts";

/** By table, in an order in which references exist. */
export type Rows = readonly (readonly [table: string, row: PlantedRow])[];

/** Adds rows, each belonging to the last one of each table before it. What is not said of a row is filled by type. */
export async function addRows(url: string, wanted: Rows): Promise<void> {
  await using client = await connect(url);
  const columns = Map.groupBy(await readColumns(client), ({ table }) => table);
  const rows = new Map<string, PlantedRow>();
  for (const [table, row] of wanted)
    rows.set(table, await insertFilled(client, table, columns.get(table) ?? [], row, rows));
}
