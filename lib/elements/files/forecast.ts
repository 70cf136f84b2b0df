/*
 * What a chosen format will do to the data, stated before the download: each loss with its count, an example, and a changed choice that
 * avoids it. Pure and shared with client code, so that the page can answer every choice at once.
 */
import { forecastCsv } from "./csv/forecast.ts";
import type { ExportProfile } from "./options.ts";
import { forecastParquet } from "./parquet/forecast.ts";
import { forecastXlsx } from "./xlsx/forecast.ts";
import type { ExportFacts } from "./forecast/facts.ts";
import { nothings, type ExportChoice, type ForecastItem } from "./forecast/items.ts";

const FORECASTS: Readonly<
  Record<ExportProfile, (facts: ExportFacts, choice: ExportChoice) => (ForecastItem | null)[]>
> = {
  programs: forecastCsv,
  spreadsheets: forecastCsv,
  xlsx: forecastXlsx,
  parquet: forecastParquet,
  // Lines of JSON lose nothing.
  json: (facts, choice) => [nothings(facts, choice, false)],
};

/** All forecast items for a choice, the worst first. */
export function forecast(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const order = { stop: 0, warn: 1, ok: 2 } as const;
  return FORECASTS[choice.profile](facts, choice)
    .filter((item) => item !== null)
    .sort((a, b) => order[a.tone] - order[b.tone]);
}
