/* Where cells contain the search text, by the rules of the search: ignoring case, and with either decimal sign. Pure. */
import { tellCell } from "#lib/elements/told-values.ts";
import type { Cell } from "#lib/elements/wire.ts";

/** The search text, and the ids of the columns to search; null: all. */
export type GridFind = { text: string; columns: ReadonlySet<string> | null };

/** The text in parts: every second part is a hit. A single part means no hit. */
export function splitHits(text: string, find: string, isNumber: boolean): string[] {
  const wanted = fold(find, isNumber);
  if (wanted === "") return [text];
  // A character may fold to several; each of them remembers its origin.
  let folded = "";
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    const piece = fold(character, isNumber);
    for (let unit = 0; unit < piece.length; unit += 1) from.push(at);
    folded += piece;
    at += character.length;
  }
  from.push(text.length);
  const parts: string[] = [];
  let done = 0;
  for (let hit = folded.indexOf(wanted); hit >= 0; hit = folded.indexOf(wanted, hit + wanted.length)) {
    const start = from[hit] ?? text.length;
    const end = from[hit + wanted.length] ?? text.length;
    if (start < done || end <= start) continue;
    parts.push(text.slice(done, start), text.slice(start, end));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** True where the whole value contains it, even if only a part is shown. */
export function holds(cell: Cell, find: string): boolean {
  if (cell === undefined || cell === null || find === "") return false;
  const isNumber = typeof cell === "object" && cell.kind === "number";
  // Searches the service's own words for truth values as well as the localised ones.
  const texts = typeof cell === "boolean" ? [String(cell), tellCell(cell)] : [tellCell(cell)];
  return texts.some((text) => fold(text, isNumber).includes(fold(find, isNumber)));
}

function fold(text: string, isNumber: boolean): string {
  const folded = text.normalize("NFC").toLowerCase();
  return isNumber ? folded.replaceAll(",", ".") : folded;
}
