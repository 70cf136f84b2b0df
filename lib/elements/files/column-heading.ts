/*
 * The headings of a CSV file. Headings are unique because they are reversible:
 *   GlobalId, then attributes by their name, then Set.Property, split at the first dot.
 *   In attribute and set names a dot is written \. and a backslash \\ ; an attribute called GlobalId is written \GlobalId.
 *   A second set or property of the same name gets #2, and so on; a name that itself ends in # and digits is written with \#.
 * In files for spreadsheets a heading is guarded like a text cell. tests/support/told-headings.ts is the way back.
 */
import type { Column } from "../columns.ts";

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

/** Numbers a second set or property of the same name, where names need not lead back to their column. */
export function withNumber(name: string, instance: number): string {
  return instance > 1 ? `${name}#${String(instance)}` : name;
}
