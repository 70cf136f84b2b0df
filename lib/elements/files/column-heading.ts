/*
 * The headings of a CSV file, and how to get from a heading back to its column. Headings are unique because they are reversible:
 *   GlobalId, then attributes by their name, then Set.Property, split at the first dot.
 *   In attribute and set names a dot is written \. and a backslash \\ ; an attribute called GlobalId is written \GlobalId.
 *   A second set or property of the same name gets #2, and so on; a name that itself ends in # and digits is written with \#.
 * In files for spreadsheets a heading is guarded like a text cell: `unguardText` comes before `parseHeading` there.
 */
import type { Column, ColumnOrigin } from "../columns.ts";

export const ID_HEADING = "GlobalId";

/** The parts of a column's identity that its heading states. */
export type HeadingParts = Pick<Column, "origin" | "set" | "setInstance" | "property" | "propertyInstance">;

/**
 * Appends `#2` to the second instance of a name. A name may itself end in `#` and digits, so the backslashes in front of the `#` decide: an
 * even number (each is a doubled one) means an instance, an odd number means that the `#` belongs to the name.
 */
export function instanceName(name: string, instance: number): string {
  if (instance > 1) return `${name.replace(/(?<!\\)\\+$/, "$&$&")}#${instance}`;
  return name.replace(/(?<!\\)(\\*)(#\d+)$/, String.raw`$1$1\$2`);
}

function splitInstance(text: string): { name: string; instance: number } {
  const end = /(?<!\\)(\\*)#(\d+)$/.exec(text);
  if (!end) return { name: text, instance: 1 };
  const backslashes = end[1] ?? "";
  const name = text.slice(0, end.index) + backslashes.slice(0, backslashes.length >> 1);
  if (backslashes.length % 2 === 0) return { name, instance: Number(end[2]) };
  return { name: `${name}#${end[2] ?? ""}`, instance: 1 };
}

function escapeFront(name: string): string {
  return name.replace(/[\\.]/g, String.raw`\$&`);
}

/** The heading of a column. */
export function headingOf(column: HeadingParts): string {
  const { origin, set, setInstance, property, propertyInstance } = column;
  if (origin === "set") {
    const front = instanceName(escapeFront(set), setInstance);
    return `${front}.${instanceName(property, propertyInstance)}`;
  }
  if (property === ID_HEADING && propertyInstance === 1) return `\\${ID_HEADING}`;
  return instanceName(escapeFront(property), propertyInstance);
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
