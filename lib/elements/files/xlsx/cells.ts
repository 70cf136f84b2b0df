/*
 * How one value becomes a cell of a worksheet (ECMA-376 part 1, SpreadsheetML): texts stay texts whatever they look like, and numbers are
 * numbers if the spreadsheet can hold them to the last digit. This code never writes a formula.
 */
import { CELL_CHARACTERS_MAX } from "#lib/elements/spreadsheet.ts";

/** Style numbers, see `STYLES_XML`. */
export const BOLD = 1;

/** Letters of a column, counted from 0: A, B, … XFD. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/* Characters that XML 1.0 cannot hold, the carriage return (XML would read a line feed), and text that looks like such an escape. */
const ESCAPED = /[\p{Cc}\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const KEPT = new Set(["\t", "\n"]);
const MARKUP = /[&<>]/;

/** A text escaped for XML: characters that XML cannot hold are written like `_x000D_` (ST_Xstring, 22.9.2.19). */
export function xmlText(text: string): string {
  const escaped = text.replace(ESCAPED, (found) =>
    KEPT.has(found) || (found >= "\u007f" && found <= "\u009f")
      ? found
      : `_x${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );
  if (!MARKUP.test(escaped)) return escaped;
  return escaped.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A cell with a text. @param at letters and row number */
export function textCell(at: string, text: string, style = 0): string {
  const styled = style === 0 ? "" : ` s="${String(style)}"`;
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

export function numberCell(at: string, text: string): string {
  return `<c r="${at}"><v>${text}</v></c>`;
}

export function booleanCell(at: string, value: boolean): string {
  return `<c r="${at}" t="b"><v>${value ? "1" : "0"}</v></c>`;
}

/** A row of texts from column A on. @param number counted from 1 */
export function textRow(number: number, texts: readonly string[], style = 0): string {
  const row = String(number);
  const cells = texts.map((text, i) => textCell(`${columnLetters(i)}${row}`, text, style));
  return `<row r="${row}">${cells.join("")}</row>`;
}

/** Splits a long text into pieces that fit a cell, never within a character. */
export function splitText(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + CELL_CHARACTERS_MAX, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to--;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
