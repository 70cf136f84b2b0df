/**
 * The loss forecast of a part of a bulk run: the same look at the values as in the dialog of a single export (forecast.ts), made when the model
 * has been read and before its file is written. It writes nothing.
 */
import type { ExportFacts } from "#lib/elements/forecast/facts.ts";
import { forecast, type ExportChoice } from "#lib/elements/forecast/forecast.ts";
import { scanTable } from "#lib/elements/forecast/scan.ts";
import type { SnapshotWarning } from "#lib/elements/warnings.ts";
import type { Foreseen } from "./bulk-wish.ts";
import type { RunTable } from "./table-source.ts";

/**
 * What the choice will do to the values of a table.
 * @throws ElementsError of the table
 */
export async function foresee(
  { table, readings, absent }: Pick<RunTable, "table" | "readings" | "absent">,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Foreseen> {
  const ids = idsByCase(readings.flatMap(({ warnings }) => warnings));
  const facts = await scanTable(table, ids, signal);
  const losses = forecast(facts, choice)
    .filter(({ tone }) => tone !== "ok")
    .map(({ title, detail }) => ({ title, detail }));
  return { rows: facts.rows, rowsSeen: facts.rowsSeen, losses, absent };
}

/** GlobalIds that differ by case only, as the readings counted them. */
export function idsByCase(warnings: readonly SnapshotWarning[]): ExportFacts["idsByCase"] {
  const found = warnings.filter(({ code }) => code === "ID_DIFFERS_BY_CASE");
  const count = found.reduce((sum, warning) => sum + warning.count, 0);
  return count === 0 ? null : { count, example: found[0]?.samples[0] ?? "" };
}
