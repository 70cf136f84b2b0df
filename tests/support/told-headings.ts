/** Reads headings and guarded texts of an exported file: the way back from `headingOf` and `guardText`. */
import type { ColumnOrigin } from "#lib/elements/columns.ts";
import { ID_HEADING, type HeadingParts } from "#lib/elements/files/column-heading.ts";
import { isFormulaText } from "#lib/elements/formula.ts";

/** Removes the guard: `unguardText(guardText(text)) === text` for every text. */
export function unguardText(text: string): string {
  return text.startsWith("'") && isFormulaText(text.slice(1)) ? text.slice(1) : text;
}

function splitInstance(text: string): { name: string; instance: number } {
  const end = /(?<!\\)(\\*)#(\d+)$/.exec(text);
  if (!end) return { name: text, instance: 1 };
  const backslashes = end[1] ?? "";
  const name = text.slice(0, end.index) + backslashes.slice(0, backslashes.length >> 1);
  if (backslashes.length % 2 === 0) return { name, instance: Number(end[2]) };
  return { name: `${name}#${end[2] ?? ""}`, instance: 1 };
}

/** Position of the first dot that is not escaped; -1 without one. */
function findPoint(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === ".") return i;
  }
  return -1;
}

/** The reverse: `parseHeading(headingOf(column))` returns the column's parts. Null for the GlobalId. */
export function parseHeading(heading: string): HeadingParts | null {
  if (heading === ID_HEADING) return null;
  const point = findPoint(heading);
  const front = unescapeFront(point < 0 ? heading : heading.slice(0, point));
  if (point < 0) return parts("attribute", "", 1, front.name, front.instance);
  const back = splitInstance(heading.slice(point + 1));
  return parts("set", front.name, front.instance, back.name, back.instance);
}

function unescapeFront(text: string): { name: string; instance: number } {
  const { name, instance } = splitInstance(text);
  return { name: name.replace(/\\(.)/gs, "$1"), instance };
}

function parts(
  origin: ColumnOrigin,
  set: string,
  setInstance: number,
  property: string,
  propertyInstance: number,
): HeadingParts {
  return { origin, set, setInstance, property, propertyInstance };
}
