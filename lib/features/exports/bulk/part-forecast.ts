/**
 * The loss forecast of one part of a bulk run: the same check of values as in the dialog of a single export (forecast.ts), made after the
 * model was read and before its file is written. Writes nothing.
 */
import { forecast } from "#lib/elements/files/forecast.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import { idsByCase, scanTable } from "#lib/elements/files/forecast/scan.ts";
import type { LossForecast } from "../bulk-request.ts";
import type { RunTable } from "../tables/table-source.ts";

/**
 * What the chosen format and options will do to the values of a table.
 * @throws ElementsError of the table
 */
export async function forecastPart(
  { table, readings, absent }: Pick<RunTable, "table" | "readings" | "absent">,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<LossForecast> {
  const ids = idsByCase(readings.flatMap(({ warnings }) => warnings));
  const facts = await scanTable(table, ids, signal);
  const losses = forecast(facts, choice)
    .filter(({ tone }) => tone !== "ok")
    .map(({ title, detail }) => ({ title, detail }));
  return { rows: facts.rows, rowsSeen: facts.rowsSeen, losses, absent };
}
