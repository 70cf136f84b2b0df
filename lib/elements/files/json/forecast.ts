/*
 * The forecast for lines of JSON, which lose nothing. Pure and shared with client code.
 */
import type { ExportFacts } from "../forecast/facts.ts";
import { nothings, type ExportChoice, type ForecastItem } from "../forecast/items.ts";

export function forecastJson(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  return nothings(facts, choice, false);
}
