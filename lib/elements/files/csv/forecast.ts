/*
 * The forecast for CSV, which states no kinds of values: a spreadsheet guesses them. Pure and shared with client code.
 */
import { msg, t } from "#lib/core/texts.ts";
import { SHEET_ROWS_MAX } from "#lib/elements/spreadsheet.ts";
import type { ExportFacts, LossKind } from "../forecast/facts.ts";
import {
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
import { guardsFormulas } from "../options.ts";

export function forecastCsv(facts: ExportFacts, choice: ExportChoice): (ForecastItem | null)[] {
  const { noneAs, missingAs } = choice.options;
  return [
    ...(choice.profile === "spreadsheets" ? [rows(facts, choice), ...guesses(facts, choice)] : []),
    formulas(facts, choice),
    mixedKinds(facts, choice, null),
    nothings(facts, choice, noneAs === missingAs),
    idsThatDifferByCase(facts, choice),
    headingsThatDifferByCase(facts, choice),
    twoRows(choice),
  ];
}

/** Rows that are beyond a spreadsheet's limit and not shown. */
function rows(facts: ExportFacts, choice: ExportChoice): ForecastItem | null {
  if (facts.rows < SHEET_ROWS_MAX) return null;
  return {
    id: "rows",
    tone: "warn",
    title: each(
      facts.rows - SHEET_ROWS_MAX + 1,
      msg("1 row would not be opened"),
      msg("{count} rows would not be opened"),
    ),
    detail: t("A spreadsheet shows the first {limit} lines of a CSV file.", {
      limit: count(SHEET_ROWS_MAX),
    }),
    remedy: inFormat("xlsx", choice),
  };
}

/** How a spreadsheet misreads texts and numbers: what is said of one, and of several. */
const GUESSES: readonly (readonly [kind: LossKind, one: string, more: string])[] = [
  ["dateLike", msg("1 text would turn into a date"), msg("{count} texts would turn into dates")],
  [
    "numberLike",
    msg("1 text would turn into a number and look different"),
    msg("{count} texts would turn into numbers and look different"),
  ],
  [
    "booleanLike",
    msg("1 text would turn into a truth value"),
    msg("{count} texts would turn into truth values"),
  ],
  [
    "longNumber",
    msg("1 number of over 15 digits would be rounded"),
    msg("{count} numbers of over 15 digits would be rounded"),
  ],
  [
    "longText",
    msg("1 text of over 32 767 characters would be cut"),
    msg("{count} texts of over 32 767 characters would be cut"),
  ],
];

function guesses(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  return GUESSES.flatMap(([kind, one, more]) => {
    const loss = facts.losses[kind];
    if (loss === undefined) return [];
    const title = each(loss.count, one, more);
    return { id: kind, tone: "warn", title, detail: example(facts, kind), remedy: inFormat("xlsx", choice) };
  });
}

/** Texts that a spreadsheet would run as formulas, headings included: one CSV profile guards them, the other leaves them unchanged. */
function formulas(facts: ExportFacts, choice: ExportChoice): ForecastItem | null {
  const { headings, unitInHeading } = choice.options;
  const found = facts.formulaHeadings[headings];
  const inHeadings = unitInHeading ? found.withUnits : found.plain;
  const texts = (facts.losses.formula?.count ?? 0) + inHeadings;
  if (texts === 0) return null;
  const where = facts.losses.formula === undefined ? t("In the headings.") : example(facts, "formula");
  const remedy = inFormat("xlsx", choice);
  if (guardsFormulas(choice.profile)) {
    const title = each(
      texts,
      msg("1 text would get an apostrophe in front"),
      msg("{count} texts would get an apostrophe in front"),
    );
    const detail = t("A spreadsheet would run them as formulas. {example}", { example: where });
    return { id: "formula", tone: "warn", title, detail, remedy };
  }
  const title = each(
    texts,
    msg("1 text begins like a formula and stays as it is"),
    msg("{count} texts begin like formulas and stay as they are"),
  );
  const detail = t("A spreadsheet may run them. For spreadsheets, choose XLSX. {example}", {
    example: where,
  });
  return { id: "formula", tone: "ok", title, detail, remedy };
}
