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

/** The column that lists the properties that a row has without a value: in a column of its type, no value looks like no such property. */
export const NONE_COLUMN = "(no value)";

export function forecastParquet(facts: ExportFacts, choice: ExportChoice): (ForecastItem | null)[] {
  return [
    columnsThatDoNotFit(facts, choice, PARQUET_COLUMNS_MAX),
    mixedKinds(facts, choice, t("A second column says the kind of each.")),
    emptyCells(facts, choice),
    idsThatDifferByCase(facts, choice),
    headings(facts),
  ];
}

function emptyCells(facts: ExportFacts, choice: ExportChoice): ForecastItem | null {
  const item = nothings(facts, choice, false);
  if (item === null || facts.cells.none === 0) return item;
  const how = t("The column “{name}” lists the properties without a value, row by row.", {
    name: NONE_COLUMN,
  });
  return { ...item, detail: `${item.detail}. ${how}` };
}

function headings(facts: ExportFacts): ForecastItem | null {
  if (facts.headingsByCase === 0) return null;
  const detail = t("Each gets a number, because many programs ignore case.");
  return { id: "headings", tone: "ok", title: headingsTitle(facts), detail, remedy: null };
}
