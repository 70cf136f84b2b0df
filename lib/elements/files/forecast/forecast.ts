/*
 * What a chosen format will do to the data, said before the download: each loss with its count, an example, and the change of the choice
 * that avoids it. Pure and shared with client code, so that every choice is answered at once.
 */
import { msg, t } from "#lib/core/texts.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import {
  FILE_FORMATS,
  guardsFormulas,
  isCsv,
  plainOptions,
  type ExportOptions,
  type ExportProfile,
} from "../options.ts";
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
    ...plainOptions(profile),
    unitInHeading: options.unitInHeading,
    longId: options.longId,
    headings: options.headings,
  },
});

const useProfile = (profile: ExportProfile, choice: ExportChoice): ForecastItem["remedy"] => ({
  label: t("Use {format}", { format: FILE_FORMATS[profile] }),
  choice: withProfile(profile, choice),
});

const withOptions = (
  label: string,
  { profile, options }: ExportChoice,
  changes: Partial<ExportOptions>,
): ForecastItem["remedy"] => ({ label, choice: { profile, options: { ...options, ...changes } } });

const count = (number: number): string => number.toLocaleString("en").replaceAll(",", "\u202F");
/** One of two sentences; they are no plurals of one message because titles of losses are written down and told again later. */
const each = (number: number, one: string, more: string): string =>
  number === 1 ? t(one) : t(more, { count: count(number) });
const example = (facts: ExportFacts, kind: LossKind): string => {
  const loss = facts.losses[kind];
  if (loss === undefined) return "";
  const isNumber = kind === "longNumber" || kind === "textNumber";
  return `${loss.column}: ${t("“{quoted}”", { quoted: isNumber ? tellNumber(loss.example) : loss.example })}`;
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
      title: each(facts.columns, msg("1 column do not fit"), msg("{count} columns do not fit")),
      detail: t("{format} takes up to {limit}. Choose columns in the table, or a format without a limit.", {
        format: FILE_FORMATS[profile],
        limit: count(limit),
      }),
      remedy: useProfile("json", choice),
    });
  }
  if (profile === "xlsx" && facts.rows >= LIMITS.sheetRows) {
    items.push({
      id: "sheets",
      tone: "ok",
      title: each(
        Math.ceil(facts.rows / (LIMITS.sheetRows - 1)),
        msg("1 sheet hold the rows"),
        msg("{count} sheets hold the rows"),
      ),
      detail: t("A sheet takes {limit}; the next one goes on where it ends.", {
        limit: count(LIMITS.sheetRows),
      }),
      remedy: null,
    });
  }
  if (profile === "spreadsheets" && facts.rows >= LIMITS.sheetRows) {
    items.push({
      id: "rows",
      tone: "warn",
      title: each(
        facts.rows - LIMITS.sheetRows + 1,
        msg("1 row would not be opened"),
        msg("{count} rows would not be opened"),
      ),
      detail: t("A spreadsheet shows the first {limit} lines of a CSV file.", {
        limit: count(LIMITS.sheetRows),
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
    add("dateLike", (n) =>
      each(n, msg("1 text would turn into dates"), msg("{count} texts would turn into dates")),
    );
    add("numberLike", (n) =>
      each(
        n,
        msg("1 text would turn into numbers and look different"),
        msg("{count} texts would turn into numbers and look different"),
      ),
    );
    add("booleanLike", (n) =>
      each(n, msg("1 text would turn into truth values"), msg("{count} texts would turn into truth values")),
    );
    add("longNumber", (n) =>
      each(
        n,
        msg("1 number of over 15 digits would be rounded"),
        msg("{count} numbers of over 15 digits would be rounded"),
      ),
    );
    add("longText", (n) =>
      each(
        n,
        msg("1 text of over 32 767 characters would be cut"),
        msg("{count} texts of over 32 767 characters would be cut"),
      ),
    );
  }
  return [...items, ...formulas(facts, choice)];
}

/** Texts that a spreadsheet would run, headings included: one profile of CSV changes them, the other leaves them as they are. */
function formulas(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const { headings, unitInHeading } = choice.options;
  const found = facts.formulaHeadings[headings];
  const inHeadings = unitInHeading ? found.withUnits : found.plain;
  const texts = (facts.losses.formula?.count ?? 0) + inHeadings;
  if (texts === 0) return [];
  const where = facts.losses.formula === undefined ? t("In the headings.") : example(facts, "formula");
  const remedy = useProfile("xlsx", choice);
  if (guardsFormulas(choice.profile)) {
    const title = each(
      texts,
      msg("1 text would get an apostrophe in front"),
      msg("{count} texts would get an apostrophe in front"),
    );
    const detail = t("A spreadsheet would run them as formulas. {example}", { example: where });
    return [{ id: "formula", tone: "warn", title, detail, remedy }];
  }
  const title = each(
    texts,
    msg("1 text begins like a formula and stays as it is"),
    msg("{count} texts begin like formulas and stay as they are"),
  );
  const detail = t("A spreadsheet may run them: for one, choose XLSX. {example}", { example: where });
  return [{ id: "formula", tone: "ok", title, detail, remedy }];
}

function ofWorkbook(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  if (choice.profile !== "xlsx") return [];
  const { longText, textNumber, escaped } = facts.losses;
  const items: ForecastItem[] = [];
  if (longText !== undefined) {
    items.push({
      id: "longText",
      tone: "ok",
      title: each(
        longText.count,
        msg("1 long text stands on a sheet of their own, whole"),
        msg("{count} long texts stand on a sheet of their own, whole"),
      ),
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
    mixed.count === 1
      ? t("{column} mixes kinds", { column: mixed.column })
      : t("{count} columns mix kinds", { count: count(mixed.count) });
  const detail = `${mixed.column}: ${kindWords(mixed.kinds)}`;
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
  const stays =
    choice.profile === "parquet"
      ? t("A second column says the kind of each.")
      : t("Each cell keeps its kind.");
  return [{ id: "mixed", tone: "ok", title, detail: `${detail}. ${stays}`, remedy: null }];
}

/** "148 numbers, 6 texts", as the facts have it, in the reader's language. */
function kindWords(kinds: string): string {
  const words: Record<string, string> = {
    text: msg("{count, plural, one {{count} text} other {{count} texts}}"),
    number: msg("{count, plural, one {{count} number} other {{count} numbers}}"),
    "truth value": msg("{count, plural, one {{count} truth value} other {{count} truth values}}"),
    list: msg("{count, plural, one {{count} list} other {{count} lists}}"),
    object: msg("{count, plural, one {{count} object} other {{count} objects}}"),
  };
  return kinds
    .split(", ")
    .map((kind) => {
      const [, number = "", noun = ""] = /^(\d+) (.+?)s?$/.exec(kind) ?? [];
      const text = words[noun];
      return text === undefined ? kind : t(text, { count: Number(number) });
    })
    .join(", ");
}

/** Missing, no value and empty text: whether they stay apart. */
function nothings(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  const { missing, none, empty } = facts.cells;
  if (missing + none + empty === 0) return [];
  const { profile, options } = choice;
  const detail = [
    each(
      missing,
      msg("1 cell of a property that the element does not have"),
      msg("{count} cells of a property that the element does not have"),
    ),
    t("{count} without a value", { count: count(none) }),
    each(empty, msg("1 empty text"), msg("{count} empty texts")),
  ].join(", ");
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
        remedy: withOptions(t("Write NULL for no value"), choice, { noneAs: "NULL" }),
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
    const title = each(
      facts.idsByCase.count,
      msg("1 GlobalId differs from another by case only"),
      msg("{count} GlobalIds differ from another by case only"),
    );
    items.push({
      id: "ids",
      tone: options.longId ? "ok" : "warn",
      title,
      detail: options.longId
        ? t("The 36-character form beside them stays apart everywhere.")
        : t("Spreadsheets and many databases take them for the same. {example}", {
            example: facts.idsByCase.example,
          }),
      remedy: options.longId ? null : withOptions(t("Add the 36-character id"), choice, { longId: true }),
    });
  }
  if (facts.headingsByCase > 0 && profile !== "json") {
    items.push({
      id: "headings",
      tone: profile === "parquet" ? "ok" : "warn",
      title: each(
        facts.headingsByCase,
        msg("1 heading differs from another by case only"),
        msg("{count} headings differ from another by case only"),
      ),
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
      remedy: withOptions(t("Use one row"), choice, { headings: "joined" }),
    });
  }
  return items;
}
