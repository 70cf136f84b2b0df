/**
 * Which elements a call asks for (docs/service "Simple elements"): `type`, `classification` (its name), `classification__notation`. Each
 * may be repeated and matches any of its values; an empty value counts as none. A single classification must have both the requested name
 * and notation.
 */
import type { DetailsIndex } from "#lib/ifc/details/index.ts";
import type { QueryOf } from "#lib/service/contract/operations/index.ts";

export type ElementChoice = QueryOf<"getElements">;

export function isClassified({ classification, classification__notation }: ElementChoice): boolean {
  return classification.length > 0 || classification__notation.length > 0;
}

/** Positions of the requested classifications; null when the call does not filter by classification. */
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

/** Whether the call wants an element with these classifications. */
export function isWanted(classifications: readonly number[], wanted: Set<number> | null): boolean {
  return wanted === null || classifications.some((one) => wanted.has(one));
}
