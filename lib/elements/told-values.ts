/*
 * A model's values as people read them on pages: all digits, in the current language. Files have their own rules (files/options.ts). Shared
 * with client code.
 */
import { decimalSign, msg, t } from "#lib/core/texts.ts";
import type { ColumnKind } from "./query/types.ts";
import type { Cell } from "./wire.ts";

/** The kinds of a column's values; translated with `t`, in the page's or the file's language. */
export const KIND_WORDS: Readonly<Record<ColumnKind, string>> = {
  text: msg("text"),
  number: msg("number"),
  boolean: msg("true or false"),
  list: msg("list"),
  object: msg("object"),
  mixed: msg("several kinds"),
  none: msg("no values"),
};

/** A number with all its digits, ungrouped, with the language's decimal sign. @param text a JSON number, or the result of String */
export function tellNumber(text: string | number): string {
  return String(text).replace(".", decimalSign());
}

export function tellBoolean(value: boolean): string {
  return value ? t("true") : t("false");
}

/**
 * A complete value. Texts are unchanged; lists and objects stay JSON, where a decimal comma would separate two items. "" without a value.
 */
export function tellCell(cell: Cell): string {
  if (cell === undefined || cell === null) return "";
  if (typeof cell === "string") return cell;
  if (typeof cell === "boolean") return tellBoolean(cell);
  return cell.kind === "number" ? tellNumber(cell.text) : cell.text;
}
