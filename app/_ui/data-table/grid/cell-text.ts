import type { Cell } from "#lib/elements/wire.ts";
import { PADDING_PX, VALUE_CHAR_PX } from "./columns.ts";

const LONG_CHARS = 24;

/** How a cell is shown. The three ways of not having a value never look alike, nor like a text. */
export type CellMark = "missing" | "null" | "empty" | "blank" | "value" | "json";

/** Which mark a cell gets. `blank` is a text of white space only, which would look empty without quotes. */
export function markOf(cell: Cell): CellMark {
  if (cell === undefined) return "missing";
  if (cell === null) return "null";
  if (cell === "") return "empty";
  if (typeof cell === "string") return cell.trim() === "" ? "blank" : "value";
  if (typeof cell === "boolean" || cell.kind === "number") return "value";
  return "json";
}

/** The beginning of a text that fits a cell; a mark says that there is more. Never cuts a character in two. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const last = text.charCodeAt(charsMax - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? charsMax - 1 : charsMax)}…`;
}

/** Letters that are wider than the others on the whole, and those that are narrower. */
const WIDE = /[A-HK-ZÀ-ßmwäöüæœ@%]|[^\0-\u024f]/gu;
const NARROW = /[IJijlfrt1.,:;'| ()-]/g;
/** By how much of a letter. */
const DIFFERENCE = 0.4;

/** Whether a text may be longer than its cell can show, in pixels at the normal text size: it is then told whole on hover and with the focus. */
export function isLong(text: string, widthPx: number): boolean {
  const room = (widthPx - PADDING_PX) / VALUE_CHAR_PX;
  if (text.length > Math.min(LONG_CHARS, Math.floor(room))) return true;
  const wider = (text.match(WIDE)?.length ?? 0) - (text.match(NARROW)?.length ?? 0);
  return text.length + DIFFERENCE * wider > room;
}
