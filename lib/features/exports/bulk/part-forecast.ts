/**
 * The loss forecast of one part of a bulk run: the same check of values as in the dialog of a single export (forecast.ts), made and kept
 * after the model was read and before its file is written.
 */
import { conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { forecast } from "#lib/elements/files/forecast.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import { idsByCase, scanTable } from "#lib/elements/files/forecast/scan.ts";
import type { BulkRequest, LossForecast } from "../bulk-request.ts";
import { ownRun, type Claim, type RunProgress } from "../progress.ts";
import type { RunTable } from "../tables/table-source.ts";

/**
 * Finds what the chosen format and options will do to the values of a table.
 * @throws AppError CONFLICT for losses if the person wants no file with losses; ElementsError of the table
 */
export async function forecastPart(
  { table, readings, absent }: RunTable,
  choice: ExportChoice,
  onLoss: BulkRequest["onLoss"],
  claim: Claim,
  { signal }: RunProgress,
): Promise<LossForecast> {
  const ids = idsByCase(readings.flatMap(({ warnings }) => warnings));
  const facts = await scanTable(table, ids, signal);
  const losses = forecast(facts, choice)
    .filter(({ tone }) => tone !== "ok")
    .map(({ title, detail }) => ({ title, detail }));
  const found = { rows: facts.rows, rowsSeen: facts.rowsSeen, losses, absent };
  if (losses.length + absent.length === 0) return found;
  await getDb().exportRun.updateMany({ where: ownRun(claim), data: { forecast: found } });
  if (losses.length === 0 || onLoss === "write") return found;
  throw conflict(
    say(
      "Skipped, because the file would lose data: {losses}. Export again with another format or other options, or allow the loss.",
      { losses: losses.map(({ title, detail }) => `${title} (${detail})`).join("; ") },
    ),
  );
}
