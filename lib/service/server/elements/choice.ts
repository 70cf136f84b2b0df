/**
 * Which elements a call asks for (docs/service "Simple elements"): `type`, `classification` (its name),
 * `classification__notation`. Each may be repeated and means any of its values; an empty value counts as none. One and the same
 * classification has to have both the name and the notation that are asked for.
 */
import type { DetailsIndex } from "#lib/ifc/details/index.ts";
import type { QueryOf } from "#lib/service/contract/operations/types.ts";

export type ElementChoice = QueryOf<"getElements">;

export function isClassified({ classification, classification__notation }: ElementChoice): boolean {
  return classification.length > 0 || classification__notation.length > 0;
}

/** Positions of the classifications that are asked for; null when elements are not chosen by them. */
export function wantedClassifications(choice: ElementChoice, index: DetailsIndex): Set<number> | null {
  if (!isClassified(choice)) return null;
  const { classification: classifications, classification__notation: notations } = choice;
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
