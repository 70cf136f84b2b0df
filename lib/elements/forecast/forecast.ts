/*
 * What a chosen format will do to the data, said before the download: each loss with its count, an example, and the change of the choice
 * that avoids it. Pure and shared with client code, so that every choice is answered at once.
 */
import { t } from "#lib/core/texts.ts";
import {
  FILE_FORMATS,
  isCsv,
  PLAIN_OPTIONS,
  type ExportOptions,
  type ExportProfile,
} from "../export/options.ts";
import type { ExportFacts, LossKind } from "./facts.ts";

/** Kept here as well as with the writers, since those are not for browsers; a test holds them together. */
export const LIMITS = { sheetRows: 1_048_576, sheetColumns: 16_384, parquetColumns: 2_000 } as const;

export type ExportChoice = { readonly profile: ExportProfile; readonly options: ExportOptions };

export type ForecastItem = {
  readonly id: string;
  /** `stop`: the file cannot be made. `warn`: something is lost or may be. `ok`: what is done so that nothing is. */
  readonly tone: "stop" | "warn" | "ok";
  readonly title: string;
  readonly detail: string;
  readonly remedy: { readonly label: string; readonly choice: ExportChoice } | null;
};

/** Everything worth saying about a choice, the worst first. */
export function forecast(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const items = [
    ...limits(facts, choice),
    ...guesses(facts, choice),
    ...ofWorkbook(facts, choice),
    ...kinds(facts, choice),
    ...nothings(facts, choice),
    ...names(facts, choice),
  ];
  const order = { stop: 0, warn: 1, ok: 2 } as const;
  return items.toSorted((a, b) => order[a.tone] - order[b.tone]);
}

const withProfile = (profile: ExportProfile, { options }: ExportChoice): ExportChoice => ({
  profile,
  options: {
    ...PLAIN_OPTIONS[profile],
    unitInHeading: options.unitInHeading,
    longId: options.longId,
    headings: options.headings,
  },
});

const useProfile = (profile: ExportProfile, choice: ExportChoice): ForecastItem["remedy"] => ({
  label: t("Use {fileFormats}", { fileFormats: FILE_FORMATS[profile] }),
  choice: withProfile(profile, choice),
});

const withOptions = (
  label: string,
  { profile, options }: ExportChoice,
  changes: Partial<ExportOptions>,
): ForecastItem["remedy"] => ({ label, choice: { profile, options: { ...options, ...changes } } });

const count = (number: number): string => number.toLocaleString("en").replaceAll(",", "\u202F");
const many = (number: number, one: string, more = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : more}`;
const example = (facts: ExportFacts, kind: LossKind): string => {
  const loss = facts.losses[kind];
  return loss === undefined ? "" : `${loss.column}: “${loss.example}”`;
};

function limits(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const { profile } = choice;
  const columnsMax = { xlsx: LIMITS.sheetColumns, parquet: LIMITS.parquetColumns };
  const limit = profile === "xlsx" || profile === "parquet" ? columnsMax[profile] : Infinity;
  const items: ForecastItem[] = [];
  if (facts.columns > limit) {
    items.push({
      id: "columns",
      tone: "stop",
      title: t("{columns} do not fit", { columns: many(facts.columns, "column") }),
      detail: t(
        "{fileFormats} takes up to {limit}. Choose columns in the table, or a format without a limit.",
        { fileFormats: FILE_FORMATS[profile], limit: count(limit) },
      ),
      remedy: useProfile("json", choice),
    });
  }
  if (profile === "xlsx" && facts.rows >= LIMITS.sheetRows) {
    items.push({
      id: "sheets",
      tone: "ok",
      title: t("{rows} hold the rows", {
        rows: many(Math.ceil(facts.rows / (LIMITS.sheetRows - 1)), "sheet"),
      }),
      detail: t("A sheet takes {sheetRows}; the next one goes on where it ends.", {
        sheetRows: count(LIMITS.sheetRows),
      }),
      remedy: null,
    });
  }
  if (profile === "spreadsheets" && facts.rows >= LIMITS.sheetRows) {
    items.push({
      id: "rows",
      tone: "warn",
      title: t("{rows} would not be opened", { rows: many(facts.rows - LIMITS.sheetRows + 1, "row") }),
      detail: t("A spreadsheet shows the first {sheetRows} lines of a CSV file.", {
        sheetRows: count(LIMITS.sheetRows),
      }),
      remedy: useProfile("xlsx", choice),
    });
  }
  return items;
}

/** What a spreadsheet makes of texts and numbers of a CSV file, which states no kinds. */
function guesses(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  if (!isCsv(choice.profile)) return [];
  const items: ForecastItem[] = [];
  const add = (kind: LossKind, title: (count: number) => string): void => {
    const loss = facts.losses[kind];
    if (loss === undefined) return;
    const detail = example(facts, kind);
    items.push({
      id: kind,
      tone: "warn",
      title: title(loss.count),
      detail,
      remedy: useProfile("xlsx", choice),
    });
  };
  if (choice.profile === "spreadsheets") {
    add("dateLike", (n) => `${many(n, "text")} would turn into dates`);
    add("numberLike", (n) => `${many(n, "text")} would turn into numbers and look different`);
    add("booleanLike", (n) => `${many(n, "text")} would turn into truth values`);
    add("longNumber", (n) => `${many(n, "number")} of over 15 digits would be rounded`);
    add("longText", (n) => `${many(n, "text")} of over 32\u202F767 characters would be cut`);
  }
  const formulas = facts.losses.formula;
  if (formulas !== undefined) {
    items.push({
      id: "formula",
      tone: "ok",
      title: t("{count} an apostrophe", { count: many(formulas.count, "text gets", "texts get") }),
      detail: t("No spreadsheet runs them then. {facts}", { facts: example(facts, "formula") }),
      remedy: choice.profile === "programs" ? useProfile("json", choice) : useProfile("xlsx", choice),
    });
  }
  return items;
}

function ofWorkbook(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  if (choice.profile !== "xlsx") return [];
  const { longText, textNumber, escaped } = facts.losses;
  const items: ForecastItem[] = [];
  if (longText !== undefined) {
    items.push({
      id: "longText",
      tone: "ok",
      title: t("{count} on a sheet of their own, whole", {
        count: many(longText.count, "long text stands", "long texts stand"),
      }),
      detail: t("A cell takes 32 767 characters; it says where the text is. {column}", {
        column: longText.column,
      }),
      remedy: useProfile("json", choice),
    });
  }
  if (textNumber !== undefined) {
    items.push({
      id: "textNumber",
      tone: "ok",
      title: t("{count} every digit", {
        count: many(textNumber.count, "long number keeps", "long numbers keep"),
      }),
      detail: t("Written as text. {facts}", { facts: example(facts, "textNumber") }),
      remedy: null,
    });
  }
  if (escaped !== undefined) {
    items.push({
      id: "escaped",
      tone: "warn",
      title: t("{count} characters that a workbook can only describe", {
        count: many(escaped.count, "text has", "texts have"),
      }),
      detail: t(
        "They are written as _x000D_ and the like, which Excel reads back and other programs may show. {column}",
        { column: escaped.column },
      ),
      remedy: useProfile("json", choice),
    });
  }
  return items;
}

function kinds(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const { mixed } = facts;
  if (mixed === null || choice.profile === "json") return [];
  const title =
    mixed.count === 1 ? `${mixed.column} mixes kinds` : `${many(mixed.count, "column")} mix kinds`;
  const detail = `${mixed.column}: ${mixed.kinds}`;
  if (isCsv(choice.profile))
    return [
      {
        id: "mixed",
        tone: "warn",
        title,
        detail: t("{detail}. CSV does not say which is which.", { detail }),
        remedy: useProfile("xlsx", choice),
      },
    ];
  const kept =
    choice.profile === "parquet" ? "A second column says the kind of each." : "Each cell keeps its kind.";
  return [{ id: "mixed", tone: "ok", title, detail: `${detail}. ${kept}`, remedy: null }];
}

/** Missing, no value and empty text: whether they stay apart. */
function nothings(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const { missing, none, empty } = facts.cells;
  if (missing + none + empty === 0) return [];
  const { profile, options } = choice;
  const detail = `${many(missing, "cell")} of a property that the element does not have, ${count(none)} without a value, ${many(empty, "empty text")}`;
  const missingAs = profile === "xlsx" ? "" : options.missingAs;
  const isMerged =
    (isCsv(profile) || profile === "xlsx") && none > 0 && missing > 0 && options.noneAs === missingAs;
  if (isMerged) {
    return [
      {
        id: "nothings",
        tone: "warn",
        title: t("No value and no such property look alike"),
        detail,
        remedy: withOptions("Write NULL for no value", choice, { noneAs: "NULL" }),
      },
    ];
  }
  return [
    {
      id: "nothings",
      tone: "ok",
      title: t("Missing, no value and empty text stay apart"),
      detail,
      remedy: null,
    },
  ];
}

function names(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const { profile, options } = choice;
  const items: ForecastItem[] = [];
  if (facts.idsByCase !== null && profile !== "json") {
    const title = `${many(facts.idsByCase.count, "GlobalId differs", "GlobalIds differ")} from another by case only`;
    items.push({
      id: "ids",
      tone: options.longId ? "ok" : "warn",
      title,
      detail: options.longId
        ? t("The 36-character form beside them stays apart everywhere.")
        : t("Spreadsheets and many databases take them for the same. {example}", {
            example: facts.idsByCase.example,
          }),
      remedy: options.longId ? null : withOptions("Add the 36-character id", choice, { longId: true }),
    });
  }
  if (facts.headingsByCase > 0 && profile !== "json") {
    items.push({
      id: "headings",
      tone: profile === "parquet" ? "ok" : "warn",
      title: t("{headingsByCase} from another by case only", {
        headingsByCase: many(facts.headingsByCase, "heading differs", "headings differ"),
      }),
      detail:
        profile === "parquet"
          ? t("They get a number, since many readers look past case.")
          : t("Databases and some spreadsheet functions take them for the same."),
      remedy: profile === "parquet" ? null : useProfile("parquet", choice),
    });
  }
  if ((isCsv(profile) || profile === "xlsx") && options.headings === "twoRows") {
    items.push({
      id: "twoRows",
      tone: "warn",
      title: t("Two rows of headings"),
      detail: t(
        "Properties of the same name in two sets have the same heading in the second row; programs expect one row.",
      ),
      remedy: withOptions("Use one row", choice, { headings: "joined" }),
    });
  }
  return items;
}
