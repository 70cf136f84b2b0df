import type { Cell } from "#lib/elements/wire.ts";
import { PADDING_PX, VALUE_CHAR_PX } from "./columns.ts";

const LONG_CHARS = 24;

/** How a cell is shown. The three kinds of "no value" never look alike, nor like a text. */
export type CellMark = "missing" | "null" | "empty" | "blank" | "value" | "json";

/** The mark of a cell. `blank` is a text of white space only, which would look empty without quotes. */
export function markOf(cell: Cell): CellMark {
  if (cell === undefined) return "missing";
  if (cell === null) return "null";
  if (cell === "") return "empty";
  if (typeof cell === "string") return cell.trim() === "" ? "blank" : "value";
  if (typeof cell === "boolean" || cell.kind === "number") return "value";
  return "json";
}

/** The beginning of a text that fits a cell, with a mark if there is more. Never splits a character. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const last = text.charCodeAt(charsMax - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? charsMax - 1 : charsMax)}…`;
}

/** Letters that are wider than average, and those that are narrower. */
const WIDE = /[A-HK-ZÀ-ßmwäöüæœ@%]|[^\0-\u024f]/gu;
const NARROW = /[IJijlfrt1.,:;'| ()-]/g;
/** By which fraction of a letter. */
const DIFFERENCE = 0.4;

/** Whether a text may be too long for its cell, in pixels at the normal text size: it is then shown whole on hover and focus. */
export function isLong(text: string, widthPx: number): boolean {
  const room = (widthPx - PADDING_PX) / VALUE_CHAR_PX;
  if (text.length > Math.min(LONG_CHARS, Math.floor(room))) return true;
  const wider = (text.match(WIDE)?.length ?? 0) - (text.match(NARROW)?.length ?? 0);
  return text.length + DIFFERENCE * wider > room;
}
