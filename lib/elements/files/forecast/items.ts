/*
 * What a forecast is made of: an item for each loss, with the change of the choice that avoids it. What is said of several formats stands here
 * once; what is one format's own stands with it. Pure and shared with client code.
 */
import { msg, t } from "#lib/core/texts.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import { FILE_FORMATS, plainOptions, type ExportOptions, type ExportProfile } from "../options.ts";
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

const withProfile = (profile: ExportProfile, { options }: ExportChoice): ExportChoice => ({
  profile,
  options: {
    ...plainOptions(profile),
    unitInHeading: options.unitInHeading,
    longId: options.longId,
    headings: options.headings,
  },
});

/** The same in another format. */
export const inFormat = (profile: ExportProfile, choice: ExportChoice): ForecastItem["remedy"] => ({
  label: t("Use {format}", { format: FILE_FORMATS[profile] }),
  choice: withProfile(profile, choice),
});

/** The same with other options. */
export const withOptions = (
  label: string,
  { profile, options }: ExportChoice,
  changes: Partial<ExportOptions>,
): ForecastItem["remedy"] => ({ label, choice: { profile, options: { ...options, ...changes } } });

/** A number of things, its thousands apart. */
export const count = (number: number): string => number.toLocaleString("en").replaceAll(",", "\u202F");
/** One of two sentences; they are no plurals of one message because titles of losses are written down and told again later. */
export const each = (number: number, one: string, more: string): string =>
  number === 1 ? t(one) : t(more, { count: count(number) });
/** Where a loss was found first, and the value's beginning. */
export const example = (facts: ExportFacts, kind: LossKind): string => {
  const loss = facts.losses[kind];
  if (loss === undefined) return "";
  const isNumber = kind === "longNumber" || kind === "textNumber";
  return `${loss.column}: ${t("“{quoted}”", { quoted: isNumber ? tellNumber(loss.example) : loss.example })}`;
};

/** A format takes so many columns and no more. */
export function columnsThatDoNotFit(facts: ExportFacts, choice: ExportChoice, limit: number): ForecastItem[] {
  if (facts.columns <= limit) return [];
  return [
    {
      id: "columns",
      tone: "stop",
      title: each(facts.columns, msg("1 column does not fit"), msg("{count} columns do not fit")),
      detail: t("{format} takes up to {limit}. Choose columns in the table, or a format without a limit.", {
        format: FILE_FORMATS[choice.profile],
        limit: count(limit),
      }),
      remedy: inFormat("json", choice),
    },
  ];
}

/** Columns whose values are of several kinds. @param stays how the format says which is which; null: it does not */
export function mixedKinds(
  { mixed }: ExportFacts,
  choice: ExportChoice,
  stays: string | null,
): ForecastItem[] {
  if (mixed === null) return [];
  const title =
    mixed.count === 1
      ? t("{column} mixes kinds", { column: mixed.column })
      : t("{count} columns mix kinds", { count: count(mixed.count) });
  const detail = `${mixed.column}: ${kindWords(mixed.kinds)}`;
  if (stays !== null)
    return [{ id: "mixed", tone: "ok", title, detail: `${detail}. ${stays}`, remedy: null }];
  return [
    {
      id: "mixed",
      tone: "warn",
      title,
      detail: t("{detail}. CSV does not say which is which.", { detail }),
      remedy: inFormat("xlsx", choice),
    },
  ];
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

/**
 * Missing, no value and empty text: whether they stay apart.
 * @param isMerged the format writes the first two alike
 */
export function nothings(facts: ExportFacts, choice: ExportChoice, isMerged: boolean): ForecastItem[] {
  const { missing, none, empty } = facts.cells;
  if (missing + none + empty === 0) return [];
  const detail = [
    each(
      missing,
      msg("1 cell of a property that the element does not have"),
      msg("{count} cells of a property that the element does not have"),
    ),
    t("{count} without a value", { count: count(none) }),
    each(empty, msg("1 empty text"), msg("{count} empty texts")),
  ].join(", ");
  if (isMerged && none > 0 && missing > 0) {
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

/** GlobalIds that differ by upper and lower case only. */
export function idsThatDifferByCase(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  if (facts.idsByCase === null) return [];
  const { count: ids, example: id } = facts.idsByCase;
  const title = each(
    ids,
    msg("1 GlobalId differs from another by case only"),
    msg("{count} GlobalIds differ from another by case only"),
  );
  if (choice.options.longId) {
    const detail = t("The 36-character form beside them stays apart everywhere.");
    return [{ id: "ids", tone: "ok", title, detail, remedy: null }];
  }
  const detail = t("Spreadsheets and many databases treat them as equal. {example}", { example: id });
  const remedy = withOptions(t("Add the 36-character id"), choice, { longId: true });
  return [{ id: "ids", tone: "warn", title, detail, remedy }];
}

/** Headings that differ by upper and lower case only, in a format that keeps them so. */
export function headingsThatDifferByCase(facts: ExportFacts, choice: ExportChoice): ForecastItem[] {
  if (facts.headingsByCase === 0) return [];
  const detail = t("Databases and some spreadsheet functions treat them as equal.");
  const remedy = inFormat("parquet", choice);
  return [{ id: "headings", tone: "warn", title: headingsTitle(facts), detail, remedy }];
}

export const headingsTitle = ({ headingsByCase: number }: ExportFacts): string =>
  each(
    number,
    msg("1 heading differs from another by case only"),
    msg("{count} headings differ from another by case only"),
  );

/** Sets above properties. */
export function twoRows(choice: ExportChoice): ForecastItem[] {
  if (choice.options.headings !== "twoRows") return [];
  return [
    {
      id: "twoRows",
      tone: "warn",
      title: t("Two rows of headings"),
      detail: t(
        "Properties of the same name in two sets have the same heading in the second row; programs expect one row.",
      ),
      remedy: withOptions(t("Use one row"), choice, { headings: "joined" }),
    },
  ];
}
