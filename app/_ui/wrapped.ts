import { Children, createElement, type ReactNode } from "react";
import { marked } from "./marked.ts";

/**
 * After "@", "_", "/" and a dot inside of a long word, and before a capital of a long IFC name: of an address, a file's name, a property
 * set, "IfcPlaneAngle|Measure". Never inside of a number.
 */
const OPENING =
  /(?<=\S{2}[@_/])(?=[\p{L}\p{N}]\S)|(?<=\S{2}\.)(?=\p{L}\S)|(?<=\p{L}{2}\.)(?=\d{4})|(?<=\bIfc[A-Za-z]{6,40})(?=[A-Z][a-z]{3})/u;

/** A shorter word fits into every column: "ada.admin" stays whole. */
const LONG_WORD = /\S{13,}/gu;

/** Between a number and the word that it counts, or its unit: "7 days", "30 %", "10 000 rows". A longer word would overflow its line. */
const COUNTED = / (?<=(?:^|[\s(„“"‘'<×-])\d(?:[\d.,’\u00a0\u202f]{0,20}\d)? )(?=[\p{L}%]\S{0,24}(?:\s|$))/gu;

/** A dash belongs to the line before: "Blok C –" does. */
const BEFORE_DASH = /(?<=\S) (?=[–—]\s)/gu;

/**
 * What a component was given to show, marked, and with lines that end well: a number stays with its word, a dash with what stands before, a
 * long address breaks at its parts, and only a part that is wider than its line breaks anywhere. Copied text has plain spaces.
 */
export function wrapped(given: ReactNode): ReactNode {
  const shown = marked(given);
  if (typeof shown === "string") return withOpenings(held(shown));
  // Only where it is needed: children that went through Children.map have other keys.
  if (!Array.isArray(shown) || !shown.some((one) => typeof one === "string" && isChanged(one))) return shown;
  return Children.map(shown as ReactNode[], (one) =>
    typeof one === "string" ? withOpenings(held(one)) : one,
  );
}

function held(text: string): string {
  // Lines may end at a thin space, as between thousands: one of the same width is shown where they may not.
  const whole = text.replaceAll("\u2009", "\u202f");
  return whole.replaceAll(COUNTED, "\u00a0").replaceAll(BEFORE_DASH, "\u00a0");
}

function isChanged(text: string): boolean {
  return held(text) !== text || partsOf(text).length > 1;
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    const [first = "", ...others] = word.split(OPENING);
    parts.push((parts.pop() ?? "") + text.slice(end, index) + first, ...others);
    end = index + word.length;
  }
  parts.push((parts.pop() ?? "") + text.slice(end));
  return parts;
}

function withOpenings(text: string): ReactNode {
  const parts = partsOf(text);
  if (parts.length === 1) return text;
  // One element: in a flexible box each part would be an item of its own.
  return createElement(
    "span",
    null,
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [opening(), part])),
  );
}

/**
 * A place where a line may end (styles/base.css). No `wbr`: browsers end a line there even where lines may not wrap, as in buttons and in
 * names that are cut.
 */
const opening = (): ReactNode => createElement("span", { className: "opening" });
