/**
 * Which elements a call asks for (wire-facts.md "Simple elements"): `type`, `classification` (its name),
 * `classification__notation`. Each may be repeated and means any of its values; an empty value counts as none. One and the same
 * classification has to have both the name and the notation that are asked for.
 */
import type { DetailsIndex } from "#lib/ifc/details/index.ts";

export type ElementChoice = { types: string[]; classifications: string[]; notations: string[] };

/** The choice that a query states. */
export function parseChoice(query: URLSearchParams): ElementChoice {
  const valuesOf = (name: string): string[] => query.getAll(name).filter((value) => value.trim() !== "");
  return {
    types: valuesOf("type"),
    classifications: valuesOf("classification"),
    notations: valuesOf("classification__notation"),
  };
}

export function isClassified({ classifications, notations }: ElementChoice): boolean {
  return classifications.length > 0 || notations.length > 0;
}

/** Positions of the classifications that are asked for; null when elements are not chosen by them. */
export function wantedClassifications(choice: ElementChoice, index: DetailsIndex): Set<number> | null {
  if (!isClassified(choice)) return null;
  const { classifications, notations } = choice;
  const wanted = new Set<number>();
  for (const [at, { name, notation }] of index.classifications.entries()) {
    const isNamed = classifications.length === 0 || (name !== null && classifications.includes(name));
    const isNoted = notations.length === 0 || (notation !== null && notations.includes(notation));
    if (isNamed && isNoted) wanted.add(at);
  }
  return wanted;
}

/** Whether an element with these classifications is asked for. */
export function isWanted(classifications: readonly number[], wanted: Set<number> | null): boolean {
  return wanted === null || classifications.some((one) => wanted.has(one));
}
