/*
 * The forecast for a Parquet file: its columns have types, and their names stay distinct even for readers that ignore case. Pure and shared
 * with client code.
 */
import { t } from "#lib/core/texts.ts";
import type { ExportFacts } from "../forecast/facts.ts";
import {
  columnsThatDoNotFit,
  headingsTitle,
  idsThatDifferByCase,
  mixedKinds,
  nothings,
  type ExportChoice,
  type ForecastItem,
} from "../forecast/items.ts";

/** The most columns of one file: each takes a quarter of a megabyte during writing, however few rows there are. */
export const PARQUET_COLUMNS_MAX = 2_000;

export function forecastParquet(facts: ExportFacts, choice: ExportChoice): (ForecastItem | null)[] {
  return [
    columnsThatDoNotFit(facts, choice, PARQUET_COLUMNS_MAX),
    mixedKinds(facts, choice, t("A second column says the kind of each.")),
    nothings(facts, choice, false),
    idsThatDifferByCase(facts, choice),
    headings(facts),
  ];
}

function headings(facts: ExportFacts): ForecastItem | null {
  if (facts.headingsByCase === 0) return null;
  const detail = t("Each gets a number, because many programs ignore case.");
  return { id: "headings", tone: "ok", title: headingsTitle(facts), detail, remedy: null };
}
