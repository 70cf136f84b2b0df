/*
 * A model's values as people read them on pages: all digits, in the current language. Files have their own rules (files/options.ts). Shared
 * with client code.
 */
import { decimalSign, t } from "#lib/core/texts.ts";
import type { Cell } from "./wire.ts";

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
