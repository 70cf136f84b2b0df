/* Classes with their subtypes: which exist, and whether a table shows them together. Pure. */
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import type { ClassChoices } from "#lib/features/elements/schema.ts";

export type SubtypesSwitch = {
  root: string;
  /** The root's direct and indirect subtypes that have elements. */
  subtypes: readonly string[];
  isOn: boolean;
};

/** The switch for a table over `classes`; null where there are no subtypes, or the classes are another choice. */
export function subtypesSwitch(choices: ClassChoices, classes: readonly string[]): SubtypesSwitch | null {
  const shown = new Set(classes);
  for (const root of classes) {
    const subtypes = subtypesOf(choices, root);
    if (subtypes.length === 0 || subtypes.length >= SOURCES_MAX) continue;
    const isOn = shown.size === subtypes.length + 1 && subtypes.every((one) => shown.has(one));
    if (isOn || shown.size === 1) return { root, subtypes, isOn };
  }
  return null;
}

function subtypesOf({ counted, supertypes }: ClassChoices, root: string): string[] {
  const isBelow = (ifcClass: string): boolean => {
    const parent = supertypes[ifcClass];
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return (counted ?? []).map(({ ifcClass }) => ifcClass).filter(isBelow);
}
