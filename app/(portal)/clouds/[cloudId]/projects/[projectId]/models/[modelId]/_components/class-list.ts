/* The classes of a picker in order. Pure. */
import type { ClassChoices, TableState } from "#lib/features/elements/schema.ts";

export type ClassChoice = {
  ifcClass: string;
  /** null: the service does not count. */
  count: number | null;
  /** A subtype of the class before it. */
  isBelow: boolean;
};

/** Classes with elements, most first, each followed by its subtypes that have some; then the rest of the schema by name. */
export function listClasses({ counted, catalogue, supertypes }: ClassChoices): ClassChoice[] {
  const there = counted ?? [];
  const names = new Set(there.map(({ ifcClass }) => ifcClass));
  const above = (ifcClass: string): string | undefined => {
    const parent = supertypes[ifcClass];
    return parent !== undefined && names.has(parent) ? parent : undefined;
  };
  const withSubtypes = (ifcClass: string, count: number, isBelow: boolean): ClassChoice[] => [
    { ifcClass, count, isBelow },
    ...there
      .filter((entry) => above(entry.ifcClass) === ifcClass)
      .flatMap((entry) => withSubtypes(entry.ifcClass, entry.count, true)),
  ];
  const first = there
    .filter(({ ifcClass }) => above(ifcClass) === undefined)
    .flatMap(({ ifcClass, count }) => withSubtypes(ifcClass, count, false));
  // Where the service counts, an unlisted class has no elements.
  const count = counted === null ? null : 0;
  const rest = catalogue.filter((ifcClass) => !names.has(ifcClass));
  return [...first, ...rest.map((ifcClass) => ({ ifcClass, count, isBelow: false }))];
}

/** The class of a table, as it was asked for where it is unknown; none where the model has no elements. */
export function classOf(table: TableState): string[] {
  switch (table.state) {
    case "ready":
      return [table.snapshot.ifcClass];
    case "reading":
      return [table.reading.ifcClass];
    case "noElements":
      return [];
    default:
      return [table.ifcClass];
  }
}
