/*
 * A model's values as a person reads them: digit by digit, in the language of this moment. Files have rules of their own (files/options.ts).
 * Shared with client code.
 */
import { decimalSign, t } from "#lib/core/texts.ts";
import type { Cell } from "./wire.ts";

/** A number with all its digits, ungrouped, after the language's decimal sign. @param text a JSON number, or what String makes of one */
export function tellNumber(text: string | number): string {
  return String(text).replace(".", decimalSign());
}

export function tellBoolean(value: boolean): string {
  return value ? t("true") : t("false");
}

/** A whole value. Texts are the file's own; lists and objects stay JSON, in which a comma would part two items. "" where there is no value. */
export function tellCell(cell: Cell): string {
  if (cell === undefined || cell === null) return "";
  if (typeof cell === "string") return cell;
  if (typeof cell === "boolean") return tellBoolean(cell);
  return cell.kind === "number" ? tellNumber(cell.text) : cell.text;
}
