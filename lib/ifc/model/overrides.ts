// Properties with which a relation of IFC2X3 overrides those of a set, for the elements that it relates (IfcRelOverridesProperties). Rare,
// so kept in maps; bounded.

const PAIRS_MAX = 1_000_000;

export class Overrides {
  /** True when the limit was reached and further overrides were ignored. */
  isFull = false;
  /** By element, then by set: numbers of the overriding properties, in file order. */
  private readonly byElement = new Map<number, Map<number, number[]>>();
  private pairs = 0;

  /** Notes that, for these elements, these properties override those of the set. */
  add(elements: Iterable<number>, set: number, properties: readonly number[]): void {
    for (const element of elements) {
      if (this.pairs + properties.length > PAIRS_MAX) {
        this.isFull = true;
        return;
      }
      this.pairs += properties.length;
      const sets = this.byElement.get(element) ?? new Map<number, number[]>();
      sets.set(set, [...(sets.get(set) ?? []), ...properties]);
      this.byElement.set(element, sets);
    }
  }

  /** Numbers of the properties that override those of a set for an element, or null. */
  find(element: number, set: number): readonly number[] | null {
    if (this.pairs === 0) return null;
    return this.byElement.get(element)?.get(set) ?? null;
  }
}
