/*
 * The items of a forecast: one for each loss, with a changed choice that avoids it. Items that several formats share are here; those of a
 * single format are in its folder. Pure and shared with client code.
 */
import { msg, t } from "#lib/core/texts.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import { FILE_FORMATS, plainOptions, type ExportOptions, type ExportProfile } from "../options.ts";
import type { ExportFacts, LossKind } from "./facts.ts";

export type ExportChoice = { readonly profile: ExportProfile; readonly options: ExportOptions };

export type ForecastItem = {
  readonly id: string;
  /** `stop`: the file cannot be made. `warn`: something is or may be lost. `ok`: how a loss is avoided. */
  readonly tone: "stop" | "warn" | "ok";
  readonly title: string;
  readonly detail: string;
  readonly remedy: { readonly label: string; readonly choice: ExportChoice } | null;
};

/** The fix: the same options in another format. */
export const inFormat = (profile: ExportProfile, { options }: ExportChoice): ForecastItem["remedy"] => {
  const { unitInHeading, longId, headings } = options;
  return {
    label: t("Use {format}", { format: FILE_FORMATS[profile] }),
    choice: { profile, options: { ...plainOptions(profile), unitInHeading, longId, headings } },
  };
};

/** The fix: the same format with other options. */
export const withOptions = (
  label: string,
  { profile, options }: ExportChoice,
  changes: Partial<ExportOptions>,
): ForecastItem["remedy"] => ({ label, choice: { profile, options: { ...options, ...changes } } });

/** A number with its thousands separated. */
export const count = (number: number): string => number.toLocaleString("en").replaceAll(",", "\u202F");
/**
 * The singular or the plural sentence. They are two messages rather than plural forms of one, because titles of losses are stored and shown
 * again later.
 */
export const each = (number: number, one: string, more: string): string =>
  number === 1 ? t(one) : t(more, { count: count(number) });
/** The column where a loss was first found, and the first characters of the value. */
export const example = (facts: ExportFacts, kind: LossKind): string => {
  const loss = facts.losses[kind];
  if (loss === undefined) return "";
  const isNumber = kind === "longNumber" || kind === "textNumber";
  return `${loss.column}: ${t("“{quoted}”", { quoted: isNumber ? tellNumber(loss.example) : loss.example })}`;
};

/** The columns beyond a format's limit. */
export function columnsThatDoNotFit(
  facts: ExportFacts,
  choice: ExportChoice,
  limit: number,
): ForecastItem | null {
  if (facts.columns <= limit) return null;
  return {
    id: "columns",
    tone: "stop",
    title: each(facts.columns, msg("1 column does not fit"), msg("{count} columns do not fit")),
    detail: t("{format} takes up to {limit}. Choose columns in the table, or a format without a limit.", {
      format: FILE_FORMATS[choice.profile],
      limit: count(limit),
    }),
    remedy: inFormat("json", choice),
  };
}

/** Columns with values of several kinds. @param stays how the format keeps the kinds apart; null: it does not */
export function mixedKinds(
  { mixed }: ExportFacts,
  choice: ExportChoice,
  stays: string | null,
): ForecastItem | null {
  if (mixed === null) return null;
  const title =
    mixed.count === 1
      ? t("{column} mixes kinds", { column: mixed.column })
      : t("{count} columns mix kinds", { count: count(mixed.count) });
  const detail = `${mixed.column}: ${kindWords(mixed.kinds)}`;
  if (stays !== null) return { id: "mixed", tone: "ok", title, detail: `${detail}. ${stays}`, remedy: null };
  return {
    id: "mixed",
    tone: "warn",
    title,
    detail: t("{detail}. {format} does not say which is which.", {
      detail,
      format: FILE_FORMATS[choice.profile],
    }),
    remedy: inFormat("xlsx", choice),
  };
}

/** Says the facts' "148 numbers, 6 texts" in the reader's language. */
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
 * Whether missing, no value and empty text stay distinguishable.
 * @param isMerged the format writes the first two alike
 */
export function nothings(facts: ExportFacts, choice: ExportChoice, isMerged: boolean): ForecastItem | null {
  const { missing, none, empty } = facts.cells;
  if (missing + none + empty === 0) return null;
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
    return {
      id: "nothings",
      tone: "warn",
      title: t("No value and no such property look alike"),
      detail,
      remedy: withOptions(t("Write NULL for no value"), choice, { noneAs: "NULL" }),
    };
  }
  return {
    id: "nothings",
    tone: "ok",
    title: t("The file tells three kinds of empty cells apart"),
    detail,
    remedy: null,
  };
}

/** GlobalIds that differ only by upper and lower case. */
export function idsThatDifferByCase(facts: ExportFacts, choice: ExportChoice): ForecastItem | null {
  if (facts.idsByCase === null) return null;
  const { count: ids, example: id } = facts.idsByCase;
  const title = each(
    ids,
    msg("1 GlobalId differs from another by case only"),
    msg("{count} GlobalIds differ from another by case only"),
  );
  if (choice.options.longId) {
    const detail = t("The 36-character form beside them stays apart everywhere.");
    return { id: "ids", tone: "ok", title, detail, remedy: null };
  }
  const detail = t("Spreadsheets and many databases treat them as equal. {example}", { example: id });
  const remedy = withOptions(t("Add the 36-character id"), choice, { longId: true });
  return { id: "ids", tone: "warn", title, detail, remedy };
}

/** Headings that differ only by upper and lower case, in a format that keeps them. */
export function headingsThatDifferByCase(facts: ExportFacts, choice: ExportChoice): ForecastItem | null {
  if (facts.headingsByCase === 0) return null;
  const detail = t("Databases and some spreadsheet functions treat them as equal.");
  const remedy = inFormat("parquet", choice);
  return { id: "headings", tone: "warn", title: headingsTitle(facts), detail, remedy };
}

export const headingsTitle = ({ headingsByCase: number }: ExportFacts): string =>
  each(
    number,
    msg("1 heading differs from another by case only"),
    msg("{count} headings differ from another by case only"),
  );

/** Two heading rows: sets above properties. */
export function twoRows(choice: ExportChoice): ForecastItem | null {
  if (choice.options.headings !== "twoRows") return null;
  return {
    id: "twoRows",
    tone: "warn",
    title: t("Two rows of headings"),
    detail: t(
      "Properties of the same name in two sets have the same heading in the second row; programs expect one row.",
    ),
    remedy: withOptions(t("Use one row"), choice, { headings: "joined" }),
  };
}
