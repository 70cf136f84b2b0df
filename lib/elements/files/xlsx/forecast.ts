/*
 * The forecast for a workbook: its cells keep the kinds of values, but hold only so much. Pure and shared with client code.
 */
import { msg, t } from "#lib/core/texts.ts";
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from "#lib/elements/spreadsheet.ts";
import type { ExportFacts } from "../forecast/facts.ts";
import {
  columnsThatDoNotFit,
  count,
  each,
  example,
  headingsThatDifferByCase,
  idsThatDifferByCase,
  mixedKinds,
  nothings,
  twoRows,
  inFormat,
  type ExportChoice,
  type ForecastItem,
} from "../forecast/items.ts";

export function forecastXlsx(facts: ExportFacts, choice: ExportChoice): (ForecastItem | null)[] {
  return [
    columnsThatDoNotFit(facts, choice, SHEET_COLUMNS_MAX),
    sheets(facts),
    ...cells(facts, choice),
    mixedKinds(facts, choice, t("Each cell keeps its kind.")),
    // A missing property has no cell, whatever its mark.
    nothings(facts, choice, choice.options.noneAs === ""),
    idsThatDifferByCase(facts, choice),
    headingsThatDifferByCase(facts, choice),
    twoRows(choice),
  ];
}

/** Rows that continue on another sheet. */
function sheets(facts: ExportFacts): ForecastItem | null {
  if (facts.rows < SHEET_ROWS_MAX) return null;
  return {
    id: "sheets",
    tone: "ok",
    title: each(
      Math.ceil(facts.rows / (SHEET_ROWS_MAX - 1)),
      msg("1 sheet holds the rows"),
      msg("{count} sheets hold the rows"),
    ),
    detail: t("A sheet takes {limit}; the next sheet continues there.", {
      limit: count(SHEET_ROWS_MAX),
    }),
    remedy: null,
  };
}

/** Values that do not fit into a cell unchanged. */
function cells(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const { longText, textNumber, escaped } = facts.losses;
  const items: ForecastItem[] = [];
  if (longText !== undefined) {
    items.push({
      id: "longText",
      tone: "ok",
      title: each(
        longText.count,
        msg("1 long text is on its own sheet, complete"),
        msg("{count} long texts are on a separate sheet, complete"),
      ),
      detail: t("A cell takes 32 767 characters; it says where the text is. {column}", {
        column: longText.column,
      }),
      remedy: inFormat("json", choice),
    });
  }
  if (textNumber !== undefined) {
    items.push({
      id: "textNumber",
      tone: "ok",
      title: each(
        textNumber.count,
        msg("1 long number keeps every digit"),
        msg("{count} long numbers keep every digit"),
      ),
      detail: t("Written as text. {example}", { example: example(facts, "textNumber") }),
      remedy: null,
    });
  }
  if (escaped !== undefined) {
    items.push({
      id: "escaped",
      tone: "warn",
      title: each(
        escaped.count,
        msg("1 text has characters that a workbook can only describe"),
        msg("{count} texts have characters that a workbook can only describe"),
      ),
      detail: t(
        "Such characters are written as _x000D_, which Excel reads back and other programs may show. {column}",
        { column: escaped.column },
      ),
      remedy: inFormat("json", choice),
    });
  }
  return items;
}
